-- Everybody who changed a draft that another user created: with the creator, they are its authors.
CREATE TABLE "draft_editors" (
    "draft_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "draft_editors_pkey" PRIMARY KEY ("draft_id","user_id")
);

-- AddForeignKey
ALTER TABLE "draft_editors" ADD CONSTRAINT "draft_editors_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "drafts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those of before, as the audit log knows them: it names the token of a change, which may be gone.
INSERT INTO draft_editors (draft_id, user_id)
SELECT DISTINCT d.id, u.id
FROM audit_entries a
JOIN drafts d ON d.id = a.resource_id
LEFT JOIN mcp_tokens m ON a.actor_type = 'MCP_TOKEN' AND m.id = a.actor_id
LEFT JOIN api_tokens t ON a.actor_type = 'API_TOKEN' AND t.id = a.actor_id
JOIN users u ON u.id = coalesce(m.user_id, t.user_id, a.actor_id)
WHERE a.action = 'draft.update' AND u.id <> d.created_by;

-- An author stays one as long as there is the draft.
CREATE TRIGGER draft_editors_immutable BEFORE UPDATE OR DELETE ON draft_editors
  FOR EACH ROW EXECUTE FUNCTION refuse_review_change();
