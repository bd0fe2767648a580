import { AuditList } from '../../parts/audit-list.tsx';
import { SystemFrame } from './system-frame.tsx';

export const SystemAuditPage = () => (
  <SystemFrame title="Audit">
    <AuditList />
  </SystemFrame>
);
