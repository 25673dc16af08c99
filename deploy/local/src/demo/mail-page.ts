import type { CodeSource } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'

const Mails = z.array(z.object({ to: z.array(z.object({ address: z.string() })), text: z.string() }))

/** Reads codes from the mailbox of a running stack (MailDev's `GET /email`). */
export function mailPage(port: number): CodeSource {
  return {
    code: (address, nth = 1) =>
      eventually(`mail ${nth} for ${address} is in the mailbox`, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/email`)
        const mails = Mails.parse(await response.json())
        const mail = mails.filter(({ to }) => to.some((receiver) => receiver.address === address))[nth - 1]
        return mail?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
      }),
  }
}
