import { options } from '../config/options.ts'

/** docs/configuration.md, made from the table of options. */
export function configurationPage(): string {
  const rows = Object.entries(options).map(
    ([name, option]) =>
      `| \`${name}\` | ${option.default === undefined ? '' : `\`${option.default}\``} | ${option.meaning}${'fromFile' in option ? ` Or \`${name}_FILE\`.` : ''}${'setting' in option ? ' ◆' : ''} |`,
  )
  return [
    '# Configuration',
    '',
    'Every option is an environment variable. This page is made by `npm run docs` from src/server/config/options.ts.',
    'A wrong value stops the start with one line that names the option and says what is expected.',
    '',
    'Those marked ◆ can also be changed while the server runs, in the admin area under Settings. What the environment sets',
    'holds, then what the admin area has saved, then the default. Other instances follow within five seconds.',
    '',
    '`NAME_FILE` names a file with the value instead, such as a secret of Docker or Kubernetes. It is read at the start, without blanks',
    'and line breaks around it. Set beside its option, missing or empty it stops the start.',
    '',
    '| option | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
