import { readFile } from 'node:fs/promises'
import { configuration } from '../configuration.ts'
import { composeFile } from './model.ts'

/** What docker-compose.yml takes of a file `.env`, in the order in which an operator meets it. What a service is given under the same name means what that says of it. */
const meanings: readonly (readonly [name: string, meaning?: string])[] = [
  [
    'WEB_ORIGIN',
    'The address that players type, such as https://play.example.in: the app at another one logs nobody in.',
  ],
  [
    'ADMIN_ORIGIN',
    'The address that admins type, such as https://office.example.in. Another host than that of the players.',
  ],
  [
    'TRUSTED_PROXIES',
    'The address of what ends TLS, as nginx sees it: only then are players told apart by their own addresses. One on this machine is 10.89.78.1, the first address of FRONT_NETWORK.',
  ],
  [
    'ONLY_FROM',
    'From where the gateway takes connections beside both nginx: the address of a proxy that an override of the compose file puts beside them, and nothing else.',
  ],
  ['MAIL_FROM'],
  ['SUPPORT_EMAIL'],
  ['SUPPORT_WHATSAPP'],
  ['CASINO_MODE', 'play, or real: that needs both of the next, and RATE_LIMIT_FACTOR as it is.'],
  ['OPERATOR_NAME'],
  ['OPERATOR_LICENCE'],
  ['TERMS_VERSION'],
  ['ADMIN_USERNAME'],
  ['LISTEN', 'The address of this machine at which both apps are.'],
  ['WEB_PORT', "The port of the players' app there."],
  ['ADMIN_PORT', 'The port of the back office there.'],
  ['MAIL_PORT', 'The port of the page of the mailbox (--profile mailbox), on 127.0.0.1.'],
  ['PROMETHEUS_PORT', 'The port of the numbers and alarms (--profile monitoring), on 127.0.0.1.'],
  ['ALERTMANAGER_CONFIG', 'The file that says who is told of an alarm.'],
  ['KEEP_COPIES', 'How many days of copies of PostgreSQL, with all changes since, are kept on this machine.'],
  [
    'SECRETS_DIR',
    'Where the secrets are, as an absolute path or one that begins with ./; outside of a clone that is not this one.',
  ],
  [
    'FRONT_NETWORK',
    'The first three parts of the addresses of the network by which nginx is reached, where these are taken.',
  ],
  ['EDGE_NETWORK', 'The same of the network between nginx and the gateway.'],
  ['LOG_LEVEL'],
  ['RATE_LIMIT_FACTOR'],
  ['KISMET_VERSION', 'The tag of the images.'],
  [
    'REVISION',
    'The commit that images which are built are said to be of: REVISION=$(git rev-parse HEAD) docker compose build.',
  ],
]

function meaningOf(name: string): string {
  for (const variables of configuration.values()) {
    const found = variables.find((one) => one.name === name)
    if (found !== undefined) return found.meaning
  }
  throw new Error(`Nobody says what ${name} means`)
}

/** The variables that the compose file names, with what stands for those that are not set. @throws Error when a place says another default than one before */
export async function composeVariables(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const [, name = '', fallback = ''] of (await readFile(composeFile, 'utf8')).matchAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
  )) {
    if ((found.get(name) ?? fallback) !== fallback) throw new Error(`docker-compose.yml has two defaults of ${name}`)
    found.set(name, fallback)
  }
  return found
}

/** The file `.env` of compose to fill in, every variable behind a `#` with its default. @throws Error when it is not all that the compose file names */
export async function composeExample(): Promise<string> {
  const variables = await composeVariables()
  const known = new Set(meanings.map(([name]) => name))
  const strange = [...variables.keys()].filter((name) => !known.has(name))
  if (strange.length > 0) throw new Error(`Nobody says what ${strange.join(', ')} means`)
  const head = [
    '# Variables of an installation with compose. Copy this file to `.env` beside docker-compose.yml. Made by `make config`.',
    '# The secrets are files: docs/operating/install-compose.md.',
    '# What each service reads, wherever it runs: docs/configuration.md.',
    '',
    '# Parts that are off: mailbox (mails on a page instead of on their way), monitoring (numbers and alarms); both: mailbox,monitoring.',
    '# COMPOSE_PROFILES=',
    '',
  ]
  const entries = meanings.map(([name, meaning = meaningOf(name)]) => {
    const fallback = variables.get(name)
    if (fallback === undefined) throw new Error(`docker-compose.yml does not name ${name}`)
    return `# ${meaning}\n# ${name}=${quoted(fallback)}\n`
  })
  return [...head, ...entries].join('\n')
}

const quoted = (value: string) => (/\s/.test(value) ? `'${value}'` : value)
