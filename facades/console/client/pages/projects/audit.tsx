import { AuditList } from '../../parts/audit-list.tsx';
import { NoRight } from '../../shell/problem.tsx';
import { ProjectFrame } from './project-frame.tsx';

export const ProjectAuditPage = () => (
  <ProjectFrame part="Audit">
    {({ id, isAdmin }) =>
      isAdmin ? <AuditList projectId={id} /> : <NoRight what="The audit is read" who="by the admins of the project." />
    }
  </ProjectFrame>
);
