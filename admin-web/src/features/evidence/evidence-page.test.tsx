import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, picture, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetDepositProof,
  adminListEntries,
  bookEvidence,
  getAuditLog,
  getPlayReplay,
  getRoundReplay,
  listRoundBets,
  requestHints,
} from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { evidencePath } from '../../core/paths.ts'
import { auditLog } from '../../testing/audit.ts'
import { deposit } from '../../testing/deposits.ts'
import { openApp } from '../../testing/open-app.tsx'
import { PlayerOffice } from '../../testing/player-office.ts'
import { betEntries, minesBetId, minesPlay, round, roundBets } from '../../testing/replays.ts'

afterEach(() => localStorage.clear())

function office(): PlayerOffice {
  const answers = new PlayerOffice()
  answers.pending = [deposit(1, { proofPages: 2 })]
  answers.answerFromList()
  answers.answer(bookEvidence, () => ok({ message: 'Booked' }))
  answers.answer(getPlayReplay, () => ok({ play: minesPlay() }))
  answers.answer(getRoundReplay, () => ok({ round: round() }))
  answers.answer(listRoundBets, () => ok(roundBets()))
  answers.answer(adminListEntries, () => ok(betEntries(minesBetId)))
  answers.answer(getAuditLog, () => ok({ ...auditLog(Date.now()), nextCursor: null }))
  answers.answer(requestHints, () => refuse('unavailable', 'Payments does not answer.'))
  answers.answer(adminGetDepositProof, () => picture('image/jpeg'))
  return answers
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))

describe('evidence', () => {
  it('of a bet has the replay, the verified proof, the entries and the audit rows, and books itself first', async () => {
    const answers = office()
    openApp(evidencePath('bet', minesBetId), { office: answers })
    ;(await part('bet')).getByText('server seed hash')
    ;(await part('fairness')).getByText('valid')
    ;(await part('proof')).getByText(/^Save the proof of this file/)
    expect((await part('ledger entries')).getAllByRole('row')).toHaveLength(3)
    await part('audit log')
    expect(answers.requestsOf(bookEvidence).map(({ body }) => body)).toEqual([{ kind: 'bet', id: minesBetId }])
    expect(answers.requestsOf(getAuditLog)[0]?.query.get('search')).toBe(minesBetId)
  })

  it('of a round has its bets', async () => {
    openApp(evidencePath('round', round().roundId), { office: office() })
    expect((await part('bets')).getAllByRole('row')).toHaveLength(4)
  })

  it('of a deposit has the hashes of its proof files, and says what is missing', async () => {
    openApp(evidencePath('deposit', deposit(1)._id), { office: office(), role: 'cashier' })
    expect((await part('proof files')).getAllByRole('row')).toHaveLength(3)
    expect((await part('proof files')).getAllByText(/^[0-9a-f]{64}$/)).toHaveLength(2)
    expect((await part('proof files')).getAllByText('in the saved file')).toHaveLength(2)
    const missing = await part('missing')
    missing.getByText('The role cashier may not read it.')
    missing.getByText('Payments does not answer.')
  })

  it('is not made if the audit log does not record it', async () => {
    const answers = office()
    answers.answer(bookEvidence, () => refuse('unavailable'))
    openApp(evidencePath('bet', minesBetId), { office: answers })
    await screen.findByText(/Failed to load the evidence/)
    expect(answers.requestsOf(getPlayReplay)).toEqual([])
  })

  it('is saved as one page', async () => {
    const { user } = openApp(evidencePath('bet', minesBetId), { office: office() })
    const saved: Blob[] = []
    const names: string[] = []
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`
    HTMLAnchorElement.prototype.click = function click() {
      names.push(this.download)
    }
    await user.click(await screen.findByRole('button', { name: 'Save as page' }))
    await user.click(screen.getByRole('button', { name: 'Save as JSON' }))
    await waitFor(() => expect(names).toEqual([`evidence-bet-${minesBetId}.html`, `evidence-bet-${minesBetId}.json`]))
    expect(saved.map(({ type }) => type)).toEqual(['text/html;charset=utf-8', 'application/json'])
  })

  it.each(['/admin/evidence/bet/x', '/admin/evidence/player/0190b2a0-0000-7000-8000-000000000a01'])(
    'has no address %s',
    async (path) => {
      const { office: answers } = openApp(path, { office: office() })
      await screen.findByText('No evidence has this address')
      expect(answers.requestsOf(bookEvidence)).toEqual([])
    },
  )
})
