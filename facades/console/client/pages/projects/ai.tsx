import { AiSettings } from '../../parts/ai-settings.tsx';
import { NoRight } from '../../shell/problem.tsx';
import { ProjectFrame } from './project-frame.tsx';

export const ProjectAiPage = () => (
  <ProjectFrame part="AI">
    {({ id, isAdmin, isArchived }) =>
      isAdmin ? (
        <AiSettings projectId={id} isArchived={isArchived} />
      ) : (
        <NoRight what="AI is configured" who="by the admins of the project." />
      )
    }
  </ProjectFrame>
);
