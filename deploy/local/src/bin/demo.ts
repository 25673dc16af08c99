import { fillWithDemo } from '../demo/demo.ts'
import { mailPage } from '../demo/mail-page.ts'
import { provideAdminLogin } from '../kept-files.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { answersOk } from '../probes.ts'
import { readRunningPorts } from '../stack-state.ts'

try {
  const { local, adminUsername, adminPassword } = readSettings(process.env)
  const ports = await readRunningPorts(local)
  const gatewayUrl = `http://127.0.0.1:${ports.gateway}`
  if (!(await answersOk(`${gatewayUrl}/ready`)))
    throw new StackError(`Kismet does not serve at ${gatewayUrl}: see make status.`)
  const admin = await provideAdminLogin(local, adminUsername, adminPassword)
  await fillWithDemo({ gatewayUrl, mailbox: mailPage(ports.mail), admin, report: (line) => console.log(line) })
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
