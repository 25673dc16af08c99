import { fillWithDemo } from '../demo/demo.ts'
import { mailPage } from '../demo/mail-page.ts'
import { provideAdminLogin } from '../kept-files.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { answersOk } from '../probes.ts'

try {
  const { local, ports, adminUsername, adminPassword } = readSettings(process.env)
  const gatewayUrl = `http://127.0.0.1:${ports.gateway}`
  if (!(await answersOk(`${gatewayUrl}/ready`)))
    throw new StackError(`Kismet does not run at ${gatewayUrl}: make up first.`)
  const admin = await provideAdminLogin(local, adminUsername, adminPassword)
  await fillWithDemo({ gatewayUrl, mailbox: mailPage(ports.mail), admin, report: (line) => console.log(line) })
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
