/** One line of a Dockerfile, with its continuations. */
export type Instruction = { name: string; text: string };

export type Stage = { name: string | undefined; steps: Instruction[] };

/** Reads the stages of a Dockerfile. */
export function readDockerfile(source: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of source.replaceAll('\\\n', ' ').split('\n')) {
    const [, name, text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(text)?.[1], steps: [] });
    else if (name !== undefined) stages.at(-1)?.steps.push({ name, text: text.replaceAll(/ +/g, ' ') });
  }
  return stages;
}

/** What the last stage says about how its image runs. */
export function imageOf(stage: Stage) {
  const last = (name: string) => stage.steps.findLast(step => step.name === name)?.text ?? '';
  const command = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[];
  const environment = stage.steps.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(' '));
  return {
    environment: Object.fromEntries(environment.map(pair => pair.split(/=(.*)/s).slice(0, 2) as [string, string])),
    folder: last('WORKDIR'),
    user: last('USER'),
    volume: last('VOLUME'),
    port: last('EXPOSE'),
    stopSignal: last('STOPSIGNAL'),
    command: command(last('CMD')),
    healthCheck: command(last('HEALTHCHECK')),
    preparations: stage.steps.filter(({ name }) => name === 'RUN').map(({ text }) => text),
  };
}
