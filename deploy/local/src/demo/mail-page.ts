import type { CodeSource } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'

const Mails = z.array(z.object({ to: z.array(z.object({ address: z.string() })), text: z.string() }))

/** Reads codes from the mailbox of a running stack (MailDev's `GET /email`). Who waits at the same time shares a look into it. */
export function mailPage(port: number): CodeSource {
  let looking: Promise<z.output<typeof Mails>> | undefined
  const look = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/email`)
    looking = undefined
    return Mails.parse(await response.json())
  }
  return {
    code: (address, nth = 1) =>
      eventually(`mail ${nth} for ${address} is in the mailbox`, async () => {
        const mails = await (looking ??= look())
        const mail = mails.filter(({ to }) => to.some((receiver) => receiver.address === address))[nth - 1]
        return mail?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
      }),
  }
}
