import { afterEach, describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositSettings, postDepositSettings } from '@kismet/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { OpenApp } from '../../testing/open-app.tsx'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const field = (): Promise<HTMLElement> => screen.findByLabelText('UTR reference')
const sent = ({ office }: OpenApp): number => office.requestsOf(postDepositSettings).length

function openSettings(): OpenApp {
  const office = new BackOffice()
  office.answer(postDepositSettings, () => {
    const settings = { qrImage: null, utr: 'KISMET-JAN' }
    office.answer(getDepositSettings, () => ok({ settings }))
    return ok({ settings })
  })
  return openApp('/admin/qr-settings', { office })
}

describe('the account that all deposits go to', () => {
  it('is not changed by Enter alone: it asks once more, and says what changes', async () => {
    const app = openSettings()
    await app.user.clear(await field())
    await app.user.type(await field(), 'KISMET-JAN{Enter}')
    const question = await screen.findByRole('dialog', { name: 'Change where players pay to?' })
    expect(question.textContent).toContain('KISMET-JANinstead ofKISMET-DEC')
    expect(sent(app)).toBe(0)
    expect(document.activeElement?.textContent).toContain('Cancel')
    await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings updated')).toBeTruthy()
    expect(sent(app)).toBe(1)
    await waitFor(() => expect(screen.queryByText('not saved')).toBeNull())
  })

  it('asks nothing when nothing was changed', async () => {
    const app = openSettings()
    await app.user.type(await field(), '{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app)).toBe(0)
  })

  it('keeps what was written while another page is looked at, and marks it', async () => {
    const { user } = openSettings()
    await user.type(await field(), '-2')
    expect(screen.getAllByText('not saved')).not.toEqual([])
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    await user.click(screen.getAllByRole('link', { name: /QR settings/ })[0] ?? document.body)
    expect(await screen.findByDisplayValue('KISMET-DEC-2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await field()).toHaveProperty('value', 'KISMET-DEC')
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  })

  it('says what is wrong with a file when it is chosen, and sends none of it', async () => {
    const app = openSettings()
    const input = await screen.findByLabelText('QR image', { selector: 'input' })
    const choose = (file: File): boolean => fireEvent.change(input, { target: { files: [file] } })
    choose(new File(['%PDF-1.7'], 'qr.pdf', { type: 'application/pdf' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Choose an image (PNG, JPEG or WebP).')
    const told = screen.getByRole('alert')
    expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]).toEqual(['true', told.id])
    choose(new File([new Uint8Array(3 * 1024 * 1024)], 'qr.png', { type: 'image/png' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The image may have up to 2 MB.')
    expect(sent(app)).toBe(0)
  })

  describe('when the answer to new settings was lost', () => {
    const inUse = (utr: string) => ok({ settings: { qrImage: null, utr } })

    /** Saves KISMET-JAN, with no answer; what is in use afterwards is `utr`. */
    async function loseAnswer(utr: string): Promise<OpenApp> {
      const app = openSettings()
      app.office.answer(postDepositSettings, () => {
        app.office.answer(getDepositSettings, () => inUse(utr))
        app.office.answer(postDepositSettings, () => inUse('KISMET-JAN'))
        return null
      })
      await app.user.clear(await field())
      await app.user.type(await field(), 'KISMET-JAN{Enter}')
      const question = await screen.findByRole('dialog')
      await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
      expect(await screen.findByText(/^Unclear, checking/)).toBeTruthy()
      return app
    }

    it.each([
      ['they are in use: that is told', 'KISMET-JAN', 1],
      ['they are not: they are sent again', 'KISMET-DEC', 2],
    ])('it looks what is in use, and %s', async (_, utr, times) => {
      const app = await loseAnswer(utr)
      expect(await screen.findByText('Settings updated')).toBeTruthy()
      expect(screen.queryByText('Error updating settings')).toBeNull()
      expect(sent(app)).toBe(times)
      expect(await screen.findByDisplayValue('KISMET-JAN')).toBeTruthy()
    })

    it('it leaves alone what somebody else has made of them meanwhile', async () => {
      const app = await loseAnswer('KISMET-OTHER')
      expect(await screen.findByText('Error updating settings')).toBeTruthy()
      expect(screen.getByText(/^Somebody else has changed the settings meanwhile/)).toBeTruthy()
      expect(sent(app)).toBe(1)
    })
  })
})
