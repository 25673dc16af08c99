import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositSettings, postDepositSettings } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { OpenApp } from '../../testing/open-app.tsx'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const field = (): Promise<HTMLElement> => screen.findByLabelText('UPI ID')
const sent = ({ office }: OpenApp): number => office.requestsOf(postDepositSettings).length

const settingsWith = (utr: string) => ok({ settings: { qrImage: null, utr, version: `of ${utr}` } })
const choosePicture = (): void => {
  const files = [new File([new Uint8Array(10)], 'new.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('QR image', { selector: 'input' }), { target: { files } })
}

function openSettings(): OpenApp {
  const office = new BackOffice()
  office.answer(postDepositSettings, () => {
    office.answer(getDepositSettings, () => settingsWith('KISMET-JAN'))
    return settingsWith('KISMET-JAN')
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
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Save settings' }))
    await app.user.keyboard('{Enter}')
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

  it('reads what is in use again for its question, and sends nothing over a change since', async () => {
    const app = openSettings()
    const inUse = (utr: string): void => app.office.answer(getDepositSettings, () => settingsWith(utr))
    await app.user.clear(await field())
    inUse('KISMET-OTHER')
    await app.user.type(await field(), 'KISMET-JAN{Enter}')
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('KISMET-JANinstead ofKISMET-OTHER')
    app.office.answer(postDepositSettings, () => {
      inUse('KISMET-THIRD')
      return refuse('settings_changed')
    })
    await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(/^Another admin changed the settings.*UPI ID KISMET-THIRD/)).toBeTruthy()
    expect(sent(app)).toBe(1)
    const [order] = app.office.requestsOf(postDepositSettings)
    expect((order?.body as FormData | undefined)?.get('version')).toBe('of KISMET-OTHER')
    expect(await field()).toHaveProperty('value', 'KISMET-JAN')
  })

  it('sends no reference that nobody has written: beside a new image the one in use stays, whoever has changed it', async () => {
    const app = openSettings()
    await field()
    app.office.answer(getDepositSettings, () => settingsWith('KISMET-OTHER'))
    choosePicture()
    await app.user.click(await screen.findByRole('checkbox'))
    await app.user.click(screen.getByRole('button', { name: 'Save settings' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).not.toContain('UTR')
    await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(sent(app)).toBe(1))
    const [order] = app.office.requestsOf(postDepositSettings)
    expect([...((order?.body as FormData | undefined)?.keys() ?? [])]).toEqual(['version', 'qrImage'])
  })

  it('is read anew when the page is opened again, and when its window is come back to', async () => {
    const { office, user } = openSettings()
    await screen.findByDisplayValue('KISMET-DEC')
    office.answer(getDepositSettings, () => settingsWith('KISMET-OTHER'))
    fireEvent.focus(window)
    await screen.findByDisplayValue('KISMET-OTHER')
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    office.answer(getDepositSettings, () => settingsWith('KISMET-THIRD'))
    await user.click(screen.getAllByRole('link', { name: /QR settings/ })[0] ?? document.body)
    await screen.findByDisplayValue('KISMET-THIRD')
  })

  it('asks nothing over another page that is opened while the settings in use are read', async () => {
    const app = openSettings()
    await app.user.type(await field(), '-2')
    const read = Promise.withResolvers<undefined>()
    app.office.answer(getDepositSettings, async () => {
      await read.promise
      return settingsWith('KISMET-DEC')
    })
    await app.user.click(screen.getByRole('button', { name: 'Save settings' }))
    await app.user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    read.resolve(undefined)
    await act(() => new Promise((done) => setTimeout(done, 100)))
    expect(screen.queryByRole('dialog')).toBeNull()
    await app.user.click(screen.getAllByRole('link', { name: /QR settings/ })[0] ?? document.body)
    expect(await screen.findByDisplayValue('KISMET-DEC-2')).toBeTruthy()
  })

  it('asks nothing, and sends nothing, while it cannot be read what is in use', async () => {
    const app = openSettings()
    await app.user.clear(await field())
    app.office.answer(getDepositSettings, () => refuse('unavailable', 'The payments are not available.'))
    await app.user.type(await field(), 'KISMET-JAN{Enter}')
    expect(await screen.findByText('The payments are not available.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(app)).toBe(0)
  })

  it('cannot be left empty beside a new image: the field says which reference stays', async () => {
    const app = openSettings()
    await app.user.clear(await field())
    choosePicture()
    await app.user.click(await screen.findByRole('checkbox'))
    await app.user.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(/^KISMET-DEC stays in use until another reference is saved/)).toBeTruthy()
    expect(await field()).toHaveProperty('ariaInvalid', 'true')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('names only what is sent, in the question and in what came of it', async () => {
    const app = openSettings()
    await app.user.type(await field(), ' ')
    choosePicture()
    await app.user.click(await screen.findByRole('checkbox'))
    await app.user.click(screen.getByRole('button', { name: 'Save settings' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('QR imagenew.png')
    expect(question.textContent).not.toContain('UTR')
    await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('In use now: QR image new.png.')).toBeTruthy()
  })

  describe('while new settings are on their way', () => {
    /** Saves KISMET-JAN and an image; the answer comes when it is let go. */
    async function holdAnswer(): Promise<OpenApp & { letGo: () => void }> {
      const app = openSettings()
      let letGo = (): void => undefined
      app.office.answer(
        postDepositSettings,
        () =>
          new Promise((resolve) => {
            letGo = () => {
              app.office.answer(getDepositSettings, () => settingsWith('KISMET-JAN'))
              resolve(settingsWith('KISMET-JAN'))
            }
          }),
      )
      await app.user.clear(await field())
      choosePicture()
      await app.user.click(await screen.findByRole('checkbox'))
      await app.user.type(await field(), 'KISMET-JAN{Enter}')
      await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save settings' }))
      await waitFor(() => expect(sent(app)).toBe(1))
      return { ...app, letGo: () => act(() => letGo()) }
    }

    it('they cannot be changed nor saved again, also not after a look at another page', async () => {
      const app = await holdAnswer()
      const isLocked = async (): Promise<void> => {
        expect((await field()).closest('[inert]')).not.toBeNull()
        expect(screen.getByRole('checkbox').closest('[inert]')).not.toBeNull()
        expect(screen.getByRole('button', { name: 'Save settings' }).ariaBusy).toBe('true')
      }
      await isLocked()
      await app.user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
      await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
      await app.user.click(screen.getAllByRole('link', { name: /QR settings/ })[0] ?? document.body)
      await isLocked()
      app.letGo()
      expect(await screen.findByText('In use now: UPI ID KISMET-JAN, QR image new.png.')).toBeTruthy()
      expect((await field()).closest('[inert]')).toBeNull()
      expect(sent(app)).toBe(1)
    })

    it.each([
      [
        'it is not said that nothing was changed',
        'KISMET-DEC',
        /^Your change may still have gone through. Check the settings in use/,
      ],
      ['they are told as saved where they are in use', 'KISMET-JAN', /^In use now: UPI ID KISMET-JAN/],
    ])('and are cancelled, %s', async (_, utr, says) => {
      const app = await holdAnswer()
      app.office.answer(getDepositSettings, () =>
        ok({ settings: { utr, qrImage: utr === 'KISMET-JAN' ? '/qr/2' : null, version: `of ${utr}` } }),
      )
      await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(await screen.findByText(says)).toBeTruthy()
      expect(sent(app)).toBe(1)
    })

    it('what is written meanwhile is not discarded by the answer', async () => {
      const app = await holdAnswer()
      fireEvent.change(await field(), { target: { value: 'KISMET-FEB' } })
      app.letGo()
      expect(await screen.findByText('Settings updated')).toBeTruthy()
      expect(await field()).toHaveProperty('value', 'KISMET-FEB')
      expect(screen.queryByRole('checkbox')).toBeNull()
    })
  })

  describe('when the answer to new settings was lost', () => {
    /** Saves KISMET-JAN, with no answer; what is in use afterwards is `utr`. */
    async function loseAnswer(utr: string): Promise<OpenApp> {
      const app = openSettings()
      app.office.answer(postDepositSettings, () => {
        app.office.answer(getDepositSettings, () => settingsWith(utr))
        app.office.answer(postDepositSettings, () => settingsWith('KISMET-JAN'))
        return null
      })
      await app.user.clear(await field())
      await app.user.type(await field(), 'KISMET-JAN{Enter}')
      const question = await screen.findByRole('dialog')
      await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
      expect(await screen.findByText(/^Checking: no answer yet/)).toBeTruthy()
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

    it('and they arrive behind the next look at them: what is sent once more is no change of somebody else', async () => {
      const app = openSettings()
      app.office.answer(postDepositSettings, () => {
        app.office.answer(postDepositSettings, () => {
          app.office.answer(getDepositSettings, () => settingsWith('KISMET-JAN'))
          return refuse('settings_changed')
        })
        return null
      })
      await app.user.clear(await field())
      await app.user.type(await field(), 'KISMET-JAN{Enter}')
      const question = await screen.findByRole('dialog')
      await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
      expect(await screen.findByText('In use now: UPI ID KISMET-JAN.')).toBeTruthy()
      expect(screen.queryByText('Error updating settings')).toBeNull()
      expect(sent(app)).toBe(2)
    })

    it('it leaves alone what somebody else has made of them meanwhile', async () => {
      const app = await loseAnswer('KISMET-OTHER')
      expect(await screen.findByText('Error updating settings')).toBeTruthy()
      expect(screen.getByText(/^Another admin changed the settings/)).toBeTruthy()
      expect(sent(app)).toBe(1)
    })
  })
})
