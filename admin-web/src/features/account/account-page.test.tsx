import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  endOwnSessions,
  getOwnAdmin,
  turnOffTotp,
} from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { ownAccount } from '../../testing/accounts.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const secret = 'K4ZQ7MWTD2XHR5VBNJ3YEPLAGOSC6UFI'
const setUp = {
  secret,
  uri: `otpauth://totp/Kismet%20Admin:some.owner?issuer=Kismet%20Admin&secret=${secret}`,
  recoveryCodes: ['7F3K-M2QP', 'C9TD-4HXW', 'R6VN-8JZB'],
}

/** A back office that keeps the account of who looks, whose app shows 482917 and whose password is `right`. */
class OwnOffice extends BackOffice {
  readonly own = ownAccount(Date.now())

  constructor(isOn: boolean) {
    super()
    this.turn(isOn)
    this.answer(getOwnAdmin, () => ok({ admin: { ...this.own.admin }, sessions: [...this.own.sessions] }))
    this.answer(beginTotp, ({ body }) =>
      (body as { password: string }).password === 'right' ? ok(setUp) : refuse('wrong_password'),
    )
    this.answer(confirmTotp, ({ body }) => {
      if ((body as { code: string }).code !== '482917') return refuse('invalid_code', 'This is not the code of now.')
      return this.turn(true)
    })
    this.answer(turnOffTotp, ({ body }) => {
      const { password, code } = body as { password: string; code: string }
      return password === 'right' && code === '482917' ? this.turn(false) : refuse('wrong_password')
    })
    this.answerEnding()
  }

  /** Sessions end again, after they did not. */
  answerEnding(): void {
    this.answer(endOwnSessions, ({ body }) => {
      const { sessionId } = body as { sessionId?: string }
      const stay = this.own.sessions.filter(({ _id, isCurrent }) =>
        sessionId === undefined ? isCurrent : _id !== sessionId,
      )
      const ended = this.own.sessions.length - stay.length
      this.own.sessions = stay
      return ok({ message: `${ended} ended.`, ended })
    })
  }

  turn(isOn: boolean) {
    Object.assign(this.own.admin, {
      totpSince: isOn ? '2026-08-12T09:00:00.000Z' : null,
      recoveryCodesLeft: isOn ? 10 : 0,
    })
    return ok({ admin: { ...this.own.admin } })
  }
}

function open(isOn = false): OpenApp & { office: OwnOffice } {
  const office = new OwnOffice(isOn)
  return { ...openApp(paths.account, { office }), office }
}
const panel = async (name: string) => within(await screen.findByRole('region', { name }))

async function openSetUp() {
  const app = open()
  await app.user.click(await (await panel('Two-step login')).findByRole('button', { name: 'Set up' }))
  const question = within(await screen.findByRole('dialog', { name: 'Set up two-step login?' }))
  await app.user.type(question.getByLabelText('Password'), 'right')
  await app.user.click(question.getByRole('button', { name: 'Go on' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-step login' }))
  const type = async (code: string): Promise<void> => {
    await app.user.clear(dialog.getByLabelText('6-digit code'))
    await app.user.type(dialog.getByLabelText('6-digit code'), code)
    await app.user.click(dialog.getByRole('button', { name: 'Turn on' }))
  }
  return { ...app, dialog, type }
}

async function openTurnOff() {
  const app = open(true)
  await app.user.click(await (await panel('Two-step login')).findByRole('button', { name: 'Turn off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn two-step login off?' }))
  const send = async (password: string, code: string): Promise<void> => {
    await app.user.clear(dialog.getByLabelText('Password'))
    await app.user.clear(dialog.getByLabelText(/^6-digit code/))
    if (password !== '') await app.user.type(dialog.getByLabelText('Password'), password)
    await app.user.type(dialog.getByLabelText(/^6-digit code/), code)
    await app.user.click(dialog.getByRole('button', { name: 'Turn off' }))
  }
  return { ...app, dialog, send }
}

describe('two-step login of the own account', () => {
  it('is set up with a QR code and the right code of the app, and shows recovery codes once', async () => {
    const { user, office, store, dialog, type } = await openSetUp()
    const drawn = await dialog.findByRole('img', { name: 'QR code for the authenticator app' })
    expect(drawn.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1_000)
    dialog.getByText('K4ZQ 7MWT D2XH R5VB NJ3Y EPLA GOSC 6UFI')
    for (const code of setUp.recoveryCodes) dialog.getByText(code)
    await type('482 917')
    dialog.getByText('Store the recovery codes first, then tick the box above.')
    await user.click(dialog.getByRole('checkbox', { name: /^I stored them/ }))
    await type('4829')
    dialog.getByText('Enter the 6 digits from the app.')
    expect(office.requestsOf(confirmTotp)).toEqual([])
    await type('111111')
    await dialog.findByText('This is not the code of now.')
    expect(office.own.admin.totpSince).toBeNull()
    await type('482 917')
    await screen.findByText('Two-step login is on')
    const steps = await panel('Two-step login')
    await steps.findByText('10 of 10 recovery codes left')
    expect(screen.queryByText('7F3K-M2QP')).toBeNull()
    for (const told of ['7F3K-M2QP', secret]) expect(JSON.stringify(store.getState())).not.toContain(told)
  })

  it('is not set up without the password', async () => {
    const { user, office } = open()
    await user.click(await (await panel('Two-step login')).findByRole('button', { name: 'Set up' }))
    const question = within(await screen.findByRole('dialog', { name: 'Set up two-step login?' }))
    await user.click(question.getByRole('button', { name: 'Go on' }))
    question.getByText('Please enter your password.')
    expect(office.requestsOf(beginTotp)).toEqual([])
    await user.type(question.getByLabelText('Password'), 'wrong')
    expect(question.queryByText('Please enter your password.')).toBeNull()
    await user.click(question.getByRole('button', { name: 'Go on' }))
    await question.findByText(/wrong/i)
    expect(screen.queryByRole('dialog', { name: 'Set up two-step login' })).toBeNull()
  })

  it('counts for nothing when its set-up is left', async () => {
    const { user, office, dialog } = await openSetUp()
    await user.click(dialog.getByRole('button', { name: /^Cancel/ }))
    expect(screen.queryByText('7F3K-M2QP')).toBeNull()
    ;(await panel('Two-step login')).getByText('Off')
    expect(office.requestsOf(confirmTotp)).toEqual([])
  })

  it('cannot be cancelled while its code is in flight', async () => {
    const { user, office, dialog, type } = await openSetUp()
    const arrived = Promise.withResolvers<undefined>()
    office.answer(confirmTotp, async () => {
      await arrived.promise
      return office.turn(true)
    })
    await user.click(dialog.getByRole('checkbox', { name: /^I stored them/ }))
    await type('482917')
    await user.click(dialog.getByRole('button', { name: /^Cancel/ }))
    screen.getByText('7F3K-M2QP')
    arrived.resolve(undefined)
    await screen.findByText('Two-step login is on')
    expect(screen.queryByText('7F3K-M2QP')).toBeNull()
  })

  it('may be on when no answer came, and its codes are still shown', async () => {
    const { user, office, dialog, type } = await openSetUp()
    office.answer(confirmTotp, () => {
      office.turn(true)
      return null
    })
    await user.click(dialog.getByRole('checkbox', { name: /^I stored them/ }))
    await type('482917')
    await dialog.findByText(
      'No answer from the server: it may already be on. Keep the codes, close this window and check.',
    )
    dialog.getByText('7F3K-M2QP')
    await user.click(dialog.getByRole('button', { name: /^Cancel/ }))
    await (await panel('Two-step login')).findByText(/^On since 12 Aug/)
  })

  it('is turned off with the password and a code only', async () => {
    const { office, dialog, send } = await openTurnOff()
    await send('', '482917')
    dialog.getByText('Please enter your password.')
    await send('right', '4829')
    dialog.getByText('Type the 6 digits that your app shows, or a recovery code.')
    expect(office.requestsOf(turnOffTotp)).toEqual([])
    await send('wrong', '482917')
    await dialog.findByText('The password is wrong.')
    await send('right', '482917')
    await screen.findByText('Two-step login is off')
    await (await panel('Two-step login')).findByText('This account has no two-step login.')
  })

  it('may be off when no answer came', async () => {
    const { office, dialog, send } = await openTurnOff()
    office.answer(turnOffTotp, () => null)
    await send('right', '482917')
    await dialog.findByText('No answer from the server: it may already be off. Close this window and check.')
  })
})

describe('the own password', () => {
  const fill = async ({ user }: OpenApp, current: string, chosen: string): Promise<void> => {
    const form = within(await screen.findByRole('form', { name: 'Password' }))
    await user.clear(form.getByLabelText('Current password'))
    await user.clear(form.getByLabelText('New password'))
    if (current !== '') await user.type(form.getByLabelText('Current password'), current)
    if (chosen !== '') await user.type(form.getByLabelText('New password'), chosen)
    await user.click(form.getByRole('button', { name: 'Change password' }))
  }

  it('is changed with the one of now, and one logs in again', async () => {
    const app = open()
    app.office.answer(changeAdminPassword, ({ body }) =>
      (body as { currentPassword: string }).currentPassword === 'right'
        ? ok({ message: 'Your password has been changed.' })
        : refuse('wrong_password'),
    )
    await fill(app, '', 'quiet-River-82')
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
    await fill(app, 'right', 'short')
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
    expect(app.office.requestsOf(changeAdminPassword)).toEqual([])
    await fill(app, 'wrong', 'quiet-River-82')
    await screen.findByText('The password is wrong.')
    await fill(app, 'right', 'quiet-River-82')
    await waitFor(() => expect(app.address()).toMatch(new RegExp(`^${paths.login}`)))
    await screen.findByText('Your password has been changed.')
  })

  it('may be changed when no answer came: whether this session has ended shows at once', async () => {
    const app = open()
    app.office.answer(changeAdminPassword, () => null)
    await fill(app, 'right', 'quiet-River-82')
    await screen.findByText(/^No answer from the server: your new password may already be active\./)
    app.office.answer(changeAdminPassword, () => {
      app.office.answer(getOwnAdmin, () => refuse('unauthenticated'))
      return null
    })
    await fill(app, 'right', 'quiet-River-82')
    await waitFor(() => expect(app.address()).toMatch(new RegExp(`^${paths.login}`)))
  })
})

describe('the own sessions', () => {
  it('are listed, and another one is ended', async () => {
    const { user } = open()
    const sessions = await panel('Sessions')
    expect(sessions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Chrome on Windows49\.36\.118\.11.*used nowthis one$/),
      expect.stringMatching(/^Chrome on Android.*used 18 min agoEnd$/),
    ])
    // By a key: a pointer may not press what has only just come.
    sessions.getByRole('button', { name: 'End' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
    expect(sessions.queryByRole('button', { name: 'End all others' })).toBeNull()
  })

  it('keep the question about all others when the end of one is answered late', async () => {
    const { user, office } = open()
    const sessions = await panel('Sessions')
    const arrived = Promise.withResolvers<undefined>()
    office.answer(endOwnSessions, async () => {
      await arrived.promise
      return ok({ message: '1 ended.', ended: 1 })
    })
    sessions.getByRole('button', { name: 'End' }).focus()
    await user.keyboard('{Enter}')
    await user.click(sessions.getByRole('button', { name: 'End all others' }))
    const question = within(await screen.findByRole('dialog', { name: 'End all your other sessions?' }))
    expect(question.getByRole('button', { name: 'End sessions' }).getAttribute('aria-busy')).toBeNull()
    arrived.resolve(undefined)
    await screen.findByText('The session has ended')
    expect(screen.queryByRole('dialog', { name: 'End all your other sessions?' })).not.toBeNull()
  })

  it('end all but this one after a question, and an answer that was lost is no refusal', async () => {
    const { user, office } = open()
    const sessions = await panel('Sessions')
    const end = async (): Promise<void> => {
      await user.click(sessions.getByRole('button', { name: 'End all others' }))
      const question = within(await screen.findByRole('dialog', { name: 'End all your other sessions?' }))
      question.getByText('This logs you out on the other device at once. This one stays.')
      await user.click(question.getByRole('button', { name: 'End sessions' }))
    }
    office.answer(endOwnSessions, () => null)
    await end()
    await screen.findByText('No answer came')
    expect(screen.queryByText('No change was made')).toBeNull()
    office.answerEnding()
    await end()
    await screen.findByText('Your other sessions have ended')
    await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
    expect(office.requestsOf(endOwnSessions).map(({ body }) => body)).toEqual([{}, {}])
  })
})
