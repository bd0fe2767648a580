-- In the keys of paths, the final sigma of Greek is the same letter as the other one: both are lower case of Σ.
-- Documents that differ only in this letter keep their keys.
UPDATE documents d SET relative_path_key = translate(d.relative_path_key, 'ς', 'σ')
WHERE d.relative_path_key LIKE '%ς%' AND NOT EXISTS (
  SELECT FROM documents o WHERE o.project_id = d.project_id AND o.id <> d.id
    AND translate(o.relative_path_key, 'ς', 'σ') = translate(d.relative_path_key, 'ς', 'σ'));
