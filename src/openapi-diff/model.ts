import type { JsonValue } from '../platform/json.ts';

export type ChangeType =
  | 'ENDPOINT_ADDED'
  | 'ENDPOINT_REMOVED'
  | 'ENDPOINT_MODIFIED'
  | 'PARAMETER_ADDED'
  | 'PARAMETER_REMOVED'
  | 'PARAMETER_CHANGED'
  | 'REQUEST_BODY_CHANGED'
  | 'RESPONSE_CHANGED'
  | 'SECURITY_CHANGED'
  | 'DEPRECATION_CHANGED'
  | 'BLOCK_ADDED'
  | 'BLOCK_REMOVED'
  | 'BLOCK_CHANGED';

export type Severity = 'INFO' | 'WARNING' | 'BREAKING';

/** The most severe first. */
export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { BREAKING: 0, WARNING: 1, INFO: 2 };

export type AffectedOperation = { method: string; path: string; operationId?: string };

export type TextSegment = { kind: 'KEPT' | 'REMOVED' | 'ADDED'; text: string };

/** One change with one cause. A change in a shared part is reported once, with all affected operations. */
export type DiffItem = {
  /** Stable id of the rule that found it, such as `response-property-removed`. */
  rule: string;
  /** Stable identity of this change, computed from rule, canonical location and values, never from the message. */
  key: string;
  changeType: ChangeType;
  severity: Severity;
  isBreaking: boolean;
  /** Needs a person to check it: everything breaking, and changes that cannot be proven harmless. */
  mustHandle: boolean;
  method?: string;
  path?: string;
  operationId?: string;
  affectedOperations: AffectedOperation[];
  /** JSON pointer into the new document or, for removals, into the old one. */
  location: string;
  pointerBefore?: string;
  pointerAfter?: string;
  oldValue?: JsonValue;
  newValue?: JsonValue;
  /** Markdown: the words of a changed block, as kept, removed and added. */
  segments?: TextSegment[];
  message: string;
  sortOrder: number;
};

/** Counts of an OpenAPI comparison, or of lines and blocks for Markdown. */
export type DiffSummary = {
  unchanged: boolean;
  addedEndpoints?: number;
  removedEndpoints?: number;
  modifiedEndpoints?: number;
  breakingChanges?: number;
  warnings?: number;
  infos?: number;
  addedLines?: number;
  removedLines?: number;
  modifiedBlocks?: number;
};

export type Comparison = { summary: DiffSummary; items: DiffItem[] };
