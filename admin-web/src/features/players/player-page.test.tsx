import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminGetPlayerStatement,
  adminGetPlayerFunds,
  adminGetPlayerDeposited,
  adminListDeposits,
  adminListSupportMessages,
  adminListWithdrawals,
  listCorrections,
  proposeCorrection,
  suspendPlayer,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { listPath, paths, playerPath, requestPath, roundsPath } from '../../core/paths.ts'
import { deposit } from '../../testing/deposits.ts'
import { correction, ledgerPlayer } from '../../testing/ledger.ts'
import { messages } from '../../testing/messages.ts'
import { openApp } from '../../testing/open-app.tsx'
import { bets } from '../../testing/players.ts'
import { openPlayer, playerHead, PlayerOffice, reason } from '../../testing/player-office.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('the page of a player', () => {
  it('says who it is, what the accounts hold, and what was played', async () => {
    openPlayer()
    const who = await playerHead()
    expect((await who.findByText('Balance')).parentElement?.textContent).toBe('Balance₹18,432.50in open bets ₹500.00')
    expect(who.getByText('Bonus').parentElement?.textContent).toBe('Bonus₹500.00₹1,850.00 of ₹2,500.00 staked')
    expect(who.getByText('Net result, all time').parentElement?.textContent).toContain('\u2212₹2,067.50')
    who.getByText(ledgerPlayer)
    const entries = await screen.findByRole('table', { name: 'Entries' })
    expect(entries.textContent).toContain('play · Dice')
  })

  it('has the bets, each a way to its replay', async () => {
    openPlayer('owner', '?part=bets')
    const table = within(await screen.findByRole('table', { name: 'Bets' }))
    expect(table.getAllByRole('row')).toHaveLength(5)
    const [first] = bets(0)
    const link = table.getByRole('link', { name: first?.transaction ?? '' })
    expect(link.getAttribute('href')).toBe(roundsPath(first?.transaction ?? ''))
  })

  it('finds a bet by the last six characters, which its player sees', async () => {
    const office = new PlayerOffice()
    const { user, address } = openApp(`${playerPath(ledgerPlayer)}?part=bets`, { office })
    await screen.findByRole('table', { name: 'Bets' })
    office.answer(adminGetPlayerStatement, ({ query }) => {
      const [first] = bets(0)
      return ok({ statements: query.get('end') === 'e9b953' && first ? [first] : [], nextCursor: null })
    })
    await user.type(screen.getByLabelText('Search the list'), '…E9B953')
    await waitFor(() => expect(within(screen.getByRole('table', { name: 'Bets' })).getAllByRole('row')).toHaveLength(2))
    expect(address()).toContain('part=bets')
    await user.clear(screen.getByLabelText('Search the list'))
    await user.type(screen.getByLabelText('Search the list'), 'e9')
    await screen.findByText('Enter at least six of the last characters of the bet id.')
  })

  it('has the messages, each a way to its conversation', async () => {
    const [message] = messages(Date.now())
    if (!message) throw new Error('there are five')
    const office = new PlayerOffice()
    office.answer(adminListSupportMessages, () => ok({ messages: [message], nextCursor: null, open: 1, total: 1 }))
    openApp(`${playerPath(ledgerPlayer)}?part=messages`, { office })
    const table = within(await screen.findByRole('table', { name: 'Messages' }))
    expect(table.getByRole('link').getAttribute('href')).toBe(listPath(paths.support, { id: message._id }))
    const asked = office.requestsOf(adminListSupportMessages).filter(({ query }) => query.has('player'))
    expect(asked[0]?.query.get('player')).toBe(ledgerPlayer)
  })

  it('has the payments, each a way to its desk, by the address', async () => {
    const { user, address, office } = openPlayer()
    await playerHead()
    await user.click(screen.getByRole('button', { name: 'Deposits' }))
    expect(address()).toBe(`${playerPath(ledgerPlayer)}?part=deposits`)
    const deposits = within(await screen.findByRole('table', { name: 'Deposits' }))
    expect(deposits.getByRole('link').getAttribute('href')).toBe(requestPath('deposit', deposit(1)._id))
    expect(office.requestsOf(adminListDeposits).at(-1)?.query.get('player')).toBe(ledgerPlayer)
    await user.click(screen.getByRole('button', { name: 'Withdrawals' }))
    const withdrawals = await screen.findByRole('table', { name: 'Withdrawals' })
    expect(withdrawals.textContent).toContain('Player 1, ••1961')
    expect(office.requestsOf(adminListWithdrawals).at(-1)?.query.get('player')).toBe(ledgerPlayer)
  })

  it('has the limits, with what is used of each, and the sessions beside them', async () => {
    openPlayer()
    const set = within(await screen.findByRole('list', { name: 'Limits' }))
    await set.findByRole('progressbar', { name: 'Deposits, today' })
    const [deposit, loss, wager, ...others] = set.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(others).toEqual([])
    expect(deposit).toBe('Deposits, today₹1,200.00 of ₹5,000.00')
    expect(loss).toMatch(/^Losses, this week₹0\.00 of ₹10,000\.00No limit from /)
    expect(wager).toBe('Stakes, today₹4,100.00 of ₹5,000.00')
    expect(set.getByRole('progressbar', { name: 'Stakes, today' }).getAttribute('aria-valuenow')).toBe('410000')
    screen.getByText('On a break')
    await screen.findByText('Chrome on Android')
    expect(screen.queryByRole('button', { name: 'End' })).toBeNull()
  })

  it('has a limit of deposits without a bar while nobody says what is used of it', async () => {
    const office = new PlayerOffice()
    office.answer(adminGetPlayerDeposited, () => refuse('unavailable'))
    openPlayer('owner', '', office)
    const set = within(await screen.findByRole('list', { name: 'Limits' }))
    await waitFor(() => expect(office.requestsOf(adminGetPlayerDeposited)).not.toEqual([]))
    expect(set.getAllByRole('listitem')[0]?.textContent).toBe('Deposits, todaylimit ₹5,000.00')
    expect(set.queryByRole('progressbar', { name: 'Deposits, today' })).toBeNull()
  })

  it('suspends after a question with a reason, and lifts it again', async () => {
    const { user, office } = openPlayer()
    await user.click((await playerHead()).getByRole('button', { name: 'Suspend' }))
    const question = await dialog('Suspend asha.rao@example.com?')
    await user.click(question.getByRole('button', { name: 'Suspend' }))
    question.getByText('A reason has at least 3 letters.')
    expect(office.requestsOf(suspendPlayer)).toEqual([])
    await user.type(question.getByLabelText('Reason'), reason)
    await user.click(question.getByRole('button', { name: 'Suspend' }))
    await screen.findByText('asha.rao@example.com is suspended')
    expect(office.requestsOf(suspendPlayer).map(({ body }) => body)).toEqual([{ reason }])
    const who = await playerHead()
    await who.findByText(reason)
    await user.click(who.getByRole('button', { name: 'Lift suspension' }))
    const other = await dialog('Lift the suspension of asha.rao@example.com?')
    await user.type(other.getByLabelText('Reason'), 'Cleared up')
    await user.click(other.getByRole('button', { name: 'Lift' }))
    await screen.findByText('asha.rao@example.com can play again')
    await waitFor(() => expect(who.queryByText(reason)).toBeNull())
  })

  it('proposes a correction of the balance, with the balance before and after', async () => {
    const { user, office } = openPlayer('cashier')
    const waits = correction(1, { amount: 99.5 })
    office.answer(listCorrections, () => ok({ corrections: [waits], nextCursor: null, pending: 1 }))
    await user.click((await playerHead()).getByRole('button', { name: 'Correct balance' }))
    const question = await dialog('Correct the balance')
    await question.findByText('₹18,432.50')
    await user.type(question.getByLabelText('Amount'), '99.50')
    question.getByText('An equal correction waits: +₹99.50.')
    await screen.findAllByText('A correction waits for another admin.')
    question.getByText('₹18,532.00')
    await user.type(question.getByLabelText('Reason'), 'Credited too little')
    office.answer(proposeCorrection, ({ body }) => ok({ correction: correction(2, body as object) }))
    await user.click(question.getByRole('button', { name: /^Propose/ }))
    await screen.findByText('Proposed. Another admin must approve it.')
    expect(office.requestsOf(proposeCorrection)[0]?.body).toMatchObject({ playerId: ledgerPlayer, amount: 99.5 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says that the wallet does not know of a suspension yet', async () => {
    const office = new PlayerOffice()
    office.walletKnows = false
    const suspension = { by: 'asha', reason, at: new Date().toISOString() }
    office.shown = { ...office.shown, state: 'suspended', suspension }
    openApp(playerPath(ledgerPlayer), { office })
    await screen.findByText(/^The wallet has not confirmed the suspension yet/)
  })

  it('ends all sessions after a question, which one can leave', async () => {
    const { user, office } = openPlayer('support')
    await user.click((await playerHead()).getByRole('button', { name: 'End sessions' }))
    const question = await dialog('End all sessions of asha.rao@example.com?')
    await user.click(question.getByRole('button', { name: /^Cancel/ }))
    expect(office.requestsOf(adminEndPlayerSessions)).toEqual([])
    await user.click((await playerHead()).getByRole('button', { name: 'End sessions' }))
    await user.click(
      (await dialog('End all sessions of asha.rao@example.com?')).getByRole('button', { name: 'End sessions' }),
    )
    await screen.findByText('No active sessions.')
    expect((await playerHead()).getByRole('button', { name: 'End sessions' }).hasAttribute('disabled')).toBe(true)
  })

  it('keeps a question open when the answer to an earlier question comes late', async () => {
    const { user, office, live } = openPlayer()
    const arrived = Promise.withResolvers<undefined>()
    office.answer(suspendPlayer, async () => {
      await arrived.promise
      return ok({ player: office.shown })
    })
    await user.click((await playerHead()).getByRole('button', { name: 'Suspend' }))
    const question = await dialog('Suspend asha.rao@example.com?')
    await user.type(question.getByLabelText('Reason'), reason)
    await user.click(question.getByRole('button', { name: 'Suspend' }))
    await user.click(question.getByRole('button', { name: /^Cancel/ }))
    await dialog('Suspend asha.rao@example.com?')
    // A reconnect shows the suspension before its answer is here.
    const suspension = { by: 'some.owner', reason, at: new Date().toISOString() }
    office.shown = { ...office.shown, state: 'suspended', suspension }
    act(() => {
      live.down()
      live.up()
    })
    await user.click(await (await playerHead()).findByRole('button', { name: 'Lift suspension' }))
    await dialog('Lift the suspension of asha.rao@example.com?')
    arrived.resolve(undefined)
    await screen.findByText('asha.rao@example.com is suspended')
    await dialog('Lift the suspension of asha.rao@example.com?')
  })

  it('tells a suspension without answer as unknown, one that is refused as not made', async () => {
    const { user, office } = openPlayer()
    const suspend = async (): Promise<void> => {
      await user.click((await playerHead()).getByRole('button', { name: 'Suspend' }))
      const question = await dialog('Suspend asha.rao@example.com?')
      await user.type(question.getByLabelText('Reason'), reason)
      await user.click(question.getByRole('button', { name: 'Suspend' }))
    }
    office.answer(suspendPlayer, () => null)
    await suspend()
    await screen.findByText('Your change may still have gone through. Check the page.')
    expect(screen.queryByText('No change was made')).toBeNull()
    office.answer(suspendPlayer, () => refuse('account_closed'))
    const question = await dialog('Suspend asha.rao@example.com?')
    expect(question.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe(reason)
    await user.click(question.getByRole('button', { name: 'Suspend' }))
    await screen.findByText('No change was made')
  })

  it('asks no more once the page shows that it was done', async () => {
    const { user, office } = openPlayer()
    office.answer(suspendPlayer, () => {
      const suspension = { by: 'some.owner', reason, at: new Date().toISOString() }
      office.shown = { ...office.shown, state: 'suspended', suspension, sessions: 0 }
      return null
    })
    await user.click((await playerHead()).getByRole('button', { name: 'Suspend' }))
    const question = await dialog('Suspend asha.rao@example.com?')
    await user.type(question.getByLabelText('Reason'), reason)
    await user.click(question.getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await playerHead()).getByRole('button', { name: 'Lift suspension' })
  })

  it('takes notes, which stay in the field until the server has them', async () => {
    const { user, office } = openPlayer('support')
    const written = within(await screen.findByRole('list', { name: 'Notes' }))
    expect(written.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Lifted some\.owner/),
      expect.stringMatching(/^Suspended asha/),
      expect.stringMatching(/^ ananya.*Called about the second deposit\./),
    ])
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const form = within(screen.getByRole('form', { name: 'Write a note' }))
    const field = form.getByLabelText<HTMLTextAreaElement>('Note')
    await user.click(form.getByRole('button', { name: 'Write note' }))
    form.getByText('Please write a note.')
    await user.type(field, 'Called again')
    office.answer(addPlayerNote, () => null)
    await user.click(form.getByRole('button', { name: 'Write note' }))
    await screen.findByText('The note may have been saved. Check the list before you write it again.')
    expect(field.value).toBe('Called again')
    office.answerChanges()
    await user.click(form.getByRole('button', { name: 'Write note' }))
    await written.findByText('Called again')
    expect(screen.queryByRole('form', { name: 'Write a note' })).toBeNull()
  })

  it.each([
    { role: 'support', may: ['End sessions'], note: true },
    { role: 'auditor', may: [], note: false },
    { role: 'cashier', may: ['End sessions', 'Correct balance', 'Suspend'], note: true },
  ] as const)('lets $role do $may', async ({ role, may, note }) => {
    openPlayer(role)
    const who = await playerHead()
    const offered = ['End sessions', 'Correct balance', 'Suspend'].filter(
      (name) => who.queryByRole('button', { name }) !== null,
    )
    expect(offered).toEqual(may)
    await screen.findByRole('list', { name: 'Notes' })
    expect(screen.queryByRole('button', { name: 'Add' }) !== null).toBe(note)
  })

  it('is called by the e-mail, in the browser too, and stands under Players in the menu', async () => {
    openPlayer()
    await screen.findByRole('heading', { level: 1, name: 'asha.rao@example.com' })
    expect(document.title).toBe('asha.rao@example.com · Kismet Admin')
    const current = within(screen.getByRole('complementary', { name: 'Sidebar' })).getAllByRole('link', {
      current: 'page',
    })
    expect(current.map(({ textContent }) => textContent)).toEqual(['Players'])
  })

  it('says that there is no such player, and that one could not be had', async () => {
    const office = new PlayerOffice()
    const { user } = openApp(playerPath('0190b2a0-0000-7000-8000-000000000a09'), { office })
    await screen.findByText('Player not found')
    office.answer(adminGetPlayer, () => refuse('unavailable', 'Players are not available.'))
    await user.click(screen.getByRole('link', { name: 'All players' }))
    openApp(playerPath(ledgerPlayer), { office })
    expect((await screen.findByText('Failed to load the player')).parentElement?.textContent).toContain(
      'Players are not available.',
    )
  })

  it('shows the rest when one part could not be had', async () => {
    const office = new PlayerOffice()
    office.answer(adminGetPlayerFunds, () => refuse('unavailable'))
    openApp(playerPath(ledgerPlayer), { office })
    await screen.findByText('Failed to load the balance')
    await screen.findByRole('table', { name: 'Entries' })
  })
})
