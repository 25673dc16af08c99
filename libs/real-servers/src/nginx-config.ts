import { adminArea, socketPath } from '@kismet/contracts'
import {
  ambiguous,
  cacheControl,
  maxConnections,
  publicAdminPath,
  refusals,
  retryAfterSeconds,
  securityHeaders,
  waits,
} from './app-rules.ts'
import { version } from './version.ts'

/** What nginx sends each kind of file as, and whether the build has made smaller forms of it. Another kind is no file of an app. */
const kinds: readonly (readonly [ending: string, type: string, isText: boolean])[] = [
  ['html', 'text/html; charset=utf-8', true],
  ['js', 'text/javascript; charset=utf-8', true],
  ['css', 'text/css; charset=utf-8', true],
  ['svg', 'image/svg+xml', true],
  ['json', 'application/json; charset=utf-8', true],
  ['txt', 'text/plain; charset=utf-8', true],
  ['webmanifest', 'application/manifest+json; charset=utf-8', true],
  ['png', 'image/png', false],
  ['webp', 'image/webp', false],
  ['ico', 'image/x-icon', false],
  ['woff2', 'font/woff2', false],
]

/** Headers of proxies about the client. The gateway ignores them, so they are not passed on (as `addForwarded`). */
const otherForwarding = [
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Proto',
  'X-Forwarded-Scheme',
  'X-Forwarded-Server',
]

const seconds = (ms: number) => `${ms / 1_000}s`
const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? line : `  ${line}`))
const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indented(lines), '}']
const header = (name: string, value: string) => `add_header ${name} "${value}" always;`
const ofTheApp = Object.entries(securityHeaders).map(([name, value]) => header(name, value))
const escaped = (path: string) => path.replaceAll('.', '\\.')

const json = 'default_type "application/json; charset=utf-8";'
/** Answers as the gateway does, in a location that has the type of its words. */
const answer = (status: number, body: object) => `return ${status} '${JSON.stringify(body)}';`
const unknownCall = answer(404, refusals.notFound)

/** What is answered in place of a file. */
function refusedFile(name: string, status: number, text: string): string[] {
  const lines = [...ofTheApp, header('Cache-Control', cacheControl.refusal)]
  return block(`location ${name}`, [
    ...lines,
    'default_type "text/plain; charset=utf-8";',
    `return ${status} "${text}";`,
  ])
}

/** A file in the smallest form that the client reads. `$br` is the end of the name of one that it reads; which it became is seen by the name. */
function fileOf(location: string, tried: string, type: string, isText: boolean, caching: string): string[] {
  const smaller = ['gzip_static on;', 'add_header Content-Encoding $sent_as always;', header('Vary', 'Accept-Encoding')]
  return block(location, [
    'if ($is_read = 0) { return 404; }',
    `default_type "${type}";`,
    ...ofTheApp,
    header('Cache-Control', caching),
    ...(isText ? smaller : []),
    `try_files ${tried} =404;`,
  ])
}

function filesOf(path: string, caching: string): string[] {
  return kinds.flatMap(([ending, type, isText]) =>
    fileOf(`location ~ ^${path}.*\\.${ending}$`, isText ? '$uri$br $uri' : '$uri', type, isText, caching),
  )
}

/** What goes on to one of the gateways. */
const toGateway = (upstream: string, connection: readonly string[]): string[] => [
  `proxy_pass http://${upstream};`,
  'proxy_http_version 1.1;',
  ...connection,
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  ...otherForwarding.map((name) => `proxy_set_header ${name} "";`),
  'error_page 502 503 504 =503 @unavailable;',
]
const toApi = toGateway('gateway', ['proxy_set_header Connection "";'])
const toSockets = toGateway('sockets', [
  'proxy_set_header Upgrade $http_upgrade;',
  'proxy_set_header Connection $after_upgrade;',
])

/** The player app's part of what it keeps out: the area of the admins, however its name is written. */
const withoutAdmins = [
  ...block(`location = ${publicAdminPath}`, [json, `if ($request_method != GET) { ${unknownCall} }`, ...toApi]),
  ...block(`location ~* ^${adminArea}(/|$)`, [json, unknownCall]),
]

function serverOf(passesAdminCalls: boolean): string[] {
  const guard = passesAdminCalls ? [] : [json, `if ($is_ambiguous) { ${unknownCall} }`]
  return block('server', [
    'listen 8080;',
    'root /app/files;',
    'error_page 403 404 405 =404 @not_found;',
    'error_page 412 @precondition;',
    'error_page 416 @range;',
    ...block('location = /health', [json, answer(200, { status: 'ok', version })]),
    ...(passesAdminCalls ? [] : withoutAdmins),
    ...block(`location ~* ^${escaped(socketPath)}(/|$)`, toSockets),
    ...block('location ~* ^/api(/|$)', [...guard, ...toApi]),
    ...block('location ~ /\\.', ['return 404;']),
    ...filesOf('/assets/', cacheControl.immutable),
    ...filesOf('/', cacheControl.revalidated),
    ...block('location ~* "(^/assets/|\\.[a-z0-9]{1,8}$)"', ['return 404;']),
    // Every other address is a page of the app, which shows what it is; some have a file of their own.
    ...fileOf(
      'location /',
      '$page.html$br $page.html /index.html$br /index.html',
      'text/html; charset=utf-8',
      true,
      cacheControl.revalidated,
    ),
    ...refusedFile('@not_found', 404, 'Not found'),
    ...refusedFile('@precondition', 412, 'Precondition failed'),
    ...refusedFile('@range', 416, 'Range not satisfiable'),
    ...block('location @unavailable', [
      header('Retry-After', String(retryAfterSeconds)),
      json,
      answer(503, refusals.unavailable),
    ]),
  ])
}

/** The gateways: a name that nginx resolves again and again, so that requests follow gateways that start and stop. */
const gateways = [
  ...block('upstream gateway', ['zone gateway 128k;', 'server @GATEWAY@ resolve fail_timeout=2s;', 'keepalive 64;']),
  // A polling session belongs to the gateway that began it. A ring (`consistent`) would take all addresses of one name for one server.
  ...block('upstream sockets', [
    'zone sockets 128k;',
    'hash $session_of;',
    'server @GATEWAY@ resolve fail_timeout=2s;',
  ]),
]

const maps = [
  ...block('map $http_accept_encoding $br', [
    '"~*(^|,)\\s*br\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))" .br;',
    'default "";',
  ]),
  ...block('map $uri $sent_as', ['"~\\.br$" br;', 'default "";']),
  ...block('map $uri $page', ['"~^(?<named>.*?)/?$" $named;']),
  ...block('map $request_method $is_read', ['GET 1;', 'HEAD 1;', 'default 0;']),
  ...block('map $request_uri $is_ambiguous', [`"~*^[^?]*(${ambiguous})" 1;`, 'default 0;']),
  ...block('map $http_upgrade $after_upgrade', ['"" "";', 'default upgrade;']),
  // A new WebSocket can go to any gateway. A polling session stays on one gateway by its chain of addresses.
  ...block('map $arg_transport:$arg_sid $session_of', [
    '"websocket:" $request_id;',
    'default $proxy_add_x_forwarded_for;',
  ]),
]

/**
 * The configuration of the nginx that serves an app from /app/files and carries its calls to the gateway, by the rules of `app-server.ts`. `@RESOLVERS@` and `@GATEWAY@` in it are
 * known where it runs (deploy/docker/start-nginx.sh). It writes below /tmp alone, and needs nginx 1.27.3 or newer (`resolve`).
 */
export function renderNginxConfig({ passesAdminCalls }: { readonly passesAdminCalls: boolean }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path /tmp/${name};`,
  )
  const http = [
    ...temporary,
    // Each location says the type of what it sends.
    'types { }',
    'access_log off;',
    'server_tokens off;',
    'sendfile on;',
    'tcp_nopush on;',
    'resolver @RESOLVERS@ valid=2s ipv6=off;',
    'resolver_timeout 2s;',
    `client_header_timeout ${seconds(waits.headMs)};`,
    'large_client_header_buffers 4 4k;',
    `client_body_timeout ${seconds(waits.answerMs)};`,
    `send_timeout ${seconds(waits.silentMs)};`,
    `keepalive_timeout ${seconds(waits.silentMs)};`,
    'reset_timedout_connection on;',
    // The gateway limits the size of a body. Nginx passes the body on without storing it.
    'client_max_body_size 0;',
    'proxy_request_buffering off;',
    'proxy_max_temp_file_size 0;',
    'proxy_connect_timeout 2s;',
    `proxy_read_timeout ${seconds(waits.answerMs)};`,
    `proxy_send_timeout ${seconds(waits.answerMs)};`,
    ...maps,
    ...gateways,
    ...serverOf(passesAdminCalls),
  ]
  return [
    'pid /tmp/nginx.pid;',
    'error_log /dev/stderr warn;',
    'worker_processes 2;',
    // What is carried on takes two, of both workers together. All of them at once, each with the longest head, stay below the memory that the image is given.
    `worker_rlimit_nofile ${2 * maxConnections};`,
    ...block('events', [`worker_connections ${maxConnections};`]),
    ...block('http', http),
    '',
  ].join('\n')
}
