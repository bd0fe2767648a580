import { AiSettings } from '../../parts/ai-settings.tsx';
import { SystemFrame } from './system-frame.tsx';

export const SystemAiPage = () => (
  <SystemFrame title="AI of the system">
    <AiSettings />
  </SystemFrame>
);
