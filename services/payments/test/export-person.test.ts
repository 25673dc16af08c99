import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { addRequestNote } from '@kismet/contracts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount, withdrawn } from './withdrawing.ts'

const program = fileURLToPath(import.meta.resolve('@kismet/service-kit/bin/export-person'))
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

it('the export of a player has all rows of the player without secrets, and no row of another player', async () => {
  const player = await rich(stage, 100_000, { withdrawPassword: 'chai-7' })
  const other = await rich(stage, 100_000)
  await withdrawn(stage, other, 300)
  const { body } = await stage.deposit(player, { amount: '700' })
  await stage.call(addRequestNote, stage.tokens.admin('support'), { id: body.deposit._id, text: 'Called twice' })
  const env = { PATH: process.env.PATH, DATABASE_URL: stage.databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'payments', player.id], { env })
  const tables = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>
  expect(tables.bank_account).toMatchObject([
    { account_number: rightAccount.accountNumber, player_email: player.email },
  ])
  expect(tables.request).toMatchObject([{ kind: 'deposit', amount_paise: 70_000 }])
  expect(tables.request_note).toMatchObject([{ request_id: body.deposit._id, text: 'Called twice' }])
  expect(stdout).not.toMatch(/argon2|sha256/)
  expect(stdout).not.toContain(other.email)
})
