import { join } from 'node:path'
import { postgresAnswers, postgresArguments, type PostgresCluster } from '@kismet/real-servers/postgres'
import { ferretEnvironment, mongodArguments } from '@kismet/real-servers/mongodb'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import type { ProcessSpec } from './managed-process.ts'
import { answersOk, listens, speaks } from './probes.ts'
import { baseEnvironment, nodeProcess } from './processes.ts'
import type { Settings } from './settings.ts'

/** Eight replicas of the busiest services, and some of the others. */
const maxConnections = 400

/** PostgreSQL itself, as the user it may run as. */
export function postgresProcess(settings: Settings, cluster: PostgresCluster, port: number, url: string): ProcessSpec {
  return {
    name: 'postgres',
    port,
    file: join(cluster.programs.folder, 'postgres'),
    args: postgresArguments(cluster.dataFolder, port, maxConnections),
    cwd: '/',
    env: { ...baseEnvironment(settings), LC_ALL: 'C' },
    uid: cluster.user.uid,
    gid: cluster.user.gid,
    stopSignal: 'SIGINT',
    isReady: () =>
      postgresAnswers(url, 0).then(
        () => true,
        () => false,
      ),
  }
}

export function natsProcess(settings: Settings, file: string, port: number, configFile: string): ProcessSpec {
  return {
    name: 'nats',
    port,
    file,
    args: ['-c', configFile],
    cwd: repositoryRoot,
    env: baseEnvironment(settings),
    stopSignal: 'SIGTERM',
    isReady: () => speaks(port, undefined, 'INFO '),
  }
}

export function redisProcess(
  settings: Settings,
  file: string,
  port: number,
  configFile: string,
  password: string,
): ProcessSpec {
  return {
    name: 'redis',
    port,
    file,
    args: [configFile],
    cwd: repositoryRoot,
    env: baseEnvironment(settings),
    stopSignal: 'SIGTERM',
    isReady: () => speaks(port, `AUTH ${password}\r\nPING\r\n`, '+PONG'),
  }
}

/** A `mongod` on its own data. */
export function mongodProcess(settings: Settings, file: string, port: number, dataFolder: string): ProcessSpec {
  return {
    name: 'mongodb',
    port,
    file,
    args: mongodArguments(port, dataFolder),
    cwd: repositoryRoot,
    env: baseEnvironment(settings),
    stopSignal: 'SIGTERM',
    isReady: () => listens(port),
  }
}

/** FerretDB on a database of the PostgreSQL at `postgresUrl`. */
export function ferretProcess(
  settings: Settings,
  file: string,
  port: number,
  postgresUrl: string,
  database: string,
): ProcessSpec {
  return {
    name: 'mongodb',
    port,
    file,
    args: [],
    cwd: repositoryRoot,
    env: { LOCAL_DIR: settings.local.root, ...ferretEnvironment(port, postgresUrl, database) },
    stopSignal: 'SIGTERM',
    isReady: () => listens(port),
  }
}

/** The development mailbox: what the stack mails is caught and shown on a page. */
export function mailProcess(settings: Settings, script: string): ProcessSpec {
  const { mail, smtp } = settings.ports
  const readyUrl = `http://127.0.0.1:${mail}/healthz`
  return {
    ...nodeProcess(
      'mail',
      mail,
      script,
      [
        '--smtp',
        String(smtp),
        '--ip',
        '127.0.0.1',
        '--web',
        String(mail),
        '--web-ip',
        '127.0.0.1',
        '--mail-directory',
        join(settings.local.root, 'mail'),
        '--silent',
      ],
      repositoryRoot,
    ),
    env: baseEnvironment(settings),
    readyUrl,
    isReady: async () => (await answersOk(readyUrl)) && (await speaks(smtp, undefined, '220')),
  }
}
