import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runAsOwner } from '@kismet/game-kit/test/owner'
import type { Registry } from '@kismet/service-kit/metrics'
import type { MinesWorld } from './world.ts'

export const wrongMark = Buffer.alloc(32, 'wrong')
/** Puts a bet on the seat of a player. */
export const begin =
  'UPDATE seat SET bet_id = $2, attempts = 1, leased_until = now(), retry_at = now() WHERE player_id = $1'
/** Takes the bet off the seat of a player and leaves a mark. */
export const takeOff = 'UPDATE seat SET bet_id = NULL, mark = $2 WHERE player_id = $1'

const resultOf = (player: string, nonce: string, condition: string) =>
  `INSERT INTO play (bet_id, player_id, game, nonce, version, server_seed, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by_player,
     idempotency_key, input_hash, stake_paise, params, outcome, multiplier_units, payout_paise, balance_paise, balance_seq, bonus_released, settled_at)
   SELECT $2, ${player}, game, ${nonce}, version, '\\x00', sha256(encode('\\x00', 'hex')::bytea), next_server_seed_hash, client_seed, client_seed_by_player,
     'made up', input_hash, stake_paise, params, '{"minePositions":[],"revealedTiles":[]}', 0, 0, 0, 0, false, now()
   FROM seat WHERE ${condition}`
/** Writes a result, with the nonce of the player's seat, that the service has not decided: player, bet. */
export const makeUpResult = resultOf('player_id', 'nonce', 'player_id = $1')
/** Writes a result of the bet on a seat under the name of another player: that player, bet. */
export const makeUpResultUnder = resultOf('$1::uuid', '1000', 'bet_id = $2')

const command = fileURLToPath(new URL('../src/bin/renew-commitments.ts', import.meta.url))

/** What the command of the service prints. */
export const plan = (
  world: MinesWorld,
  players: readonly string[],
  env = {},
): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [command, ...players], { env: { ...world.env(), ...env } })

/** As `./kismet renew-commitments mines` does after its question. @returns what the operator is shown, a line each */
export const repair = async (world: MinesWorld, ...players: readonly string[]): Promise<string[]> =>
  runAsOwner(world.owner, (await plan(world, players)).stdout)

export async function numberIn(registry: Registry, name: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${name}{game="mines"}`))
  return Number(line?.split(' ')[1] ?? Number.NaN)
}
