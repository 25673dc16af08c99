import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { AdminRole } from '@kismet/contracts'
import {
  addAdminAccount,
  endAdminSessions,
  listAdmins,
  listAdminSessions,
  resetAdminPassword,
  resetAdminTotp,
  setAdminDisabled,
  setAdminRole,
  setAdminRules,
} from '@kismet/contracts'
import { screen, within } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { accounts, ownAccount } from './accounts.ts'
import { BackOffice, openApp } from './open-app.tsx'
import type { OpenApp } from './open-app.tsx'

export const firstPassword = 'kite-74-lamp-River'

type Account = ReturnType<typeof accounts>['admins'][number]

/** A back office that keeps accounts, and changes them as it is told. */
export class AdminsOffice extends BackOffice {
  readonly house = accounts(Date.now())
  sessions = ownAccount(Date.now()).sessions.map((session) => ({ ...session, isCurrent: false }))

  constructor() {
    super()
    this.answer(listAdmins, () => ok({ ...this.house, admins: [...this.house.admins] }))
    this.answerSessions()
    this.answer(addAdminAccount, ({ body }) => {
      const { username, role } = body as Pick<Account, 'username' | 'role'>
      if (this.house.admins.some((one) => one.username === username)) return refuse('name_taken')
      const added = { ...this.named('asha'), _id: '0190b2a0-0000-7000-8000-000000000150', username, role }
      this.house.admins.push(added)
      return ok({ admin: added, password: firstPassword })
    })
    this.answer(setAdminRole, ({ params, body }) => this.change(params, body as Pick<Account, 'role'>))
    this.answer(setAdminDisabled, ({ params, body }) => {
      const { disabled } = body as { disabled: boolean }
      return this.change(params, { disabledAt: disabled ? new Date().toISOString() : null, sessions: 0 })
    })
    this.answer(resetAdminTotp, ({ params }) => this.change(params, { totpSince: null, recoveryCodesLeft: 0 }))
    this.answer(resetAdminPassword, ({ params }) => {
      const changed = this.change(params, { mustChangePassword: true })
      return 'answer' in changed ? ok({ ...changed.answer, password: firstPassword }) : changed
    })
    this.answer(setAdminRules, ({ body }) => {
      const rules = body as { totpRequired: boolean }
      Object.assign(this.house, rules)
      return ok(rules)
    })
    this.answer(endAdminSessions, ({ params, body }) => {
      const { sessionId } = body as { sessionId?: string }
      this.sessions = this.sessions.filter(({ _id }) => sessionId !== undefined && _id !== sessionId)
      return this.change(params, { sessions: this.sessions.length })
    })
  }

  answerSessions(): void {
    this.answer(listAdminSessions, () => ok({ sessions: this.sessions }))
  }

  named(username: string): Account {
    const found = this.house.admins.find((one) => one.username === username)
    if (!found) throw new Error(`there is no ${username}`)
    return found
  }

  private change({ id }: Readonly<Record<string, string>>, change: Partial<Account>) {
    const at = this.house.admins.findIndex(({ _id }) => _id === id)
    const found = this.house.admins[at]
    if (!found) return refuse('not_found')
    const changed = { ...found, ...change }
    this.house.admins[at] = changed
    return ok({ admin: changed })
  }
}

/** Opens the page of admins. */
export function openAdmins(role: AdminRole = 'owner', at: string = paths.admins): OpenApp & { office: AdminsOffice } {
  const office = new AdminsOffice()
  return { ...openApp(at, { office, role }), office }
}

/** The row of an account. */
export const adminRow = async (name: RegExp): Promise<HTMLElement> =>
  within(await screen.findByRole('table', { name: 'Admins' })).findByRole('row', { name })

const detail = async (name: string) => within(await screen.findByRole('region', { name }))

/** Opens the account of asha, a cashier with two-step login and two sessions. */
export async function openAsha(): Promise<
  OpenApp & { office: AdminsOffice; asha: Awaited<ReturnType<typeof detail>> }
> {
  const app = openAdmins()
  await app.user.click(within(await adminRow(/asha/)).getByRole('link'))
  return { ...app, asha: await detail('asha') }
}
