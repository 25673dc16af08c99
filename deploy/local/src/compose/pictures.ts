import { pictureServer } from '../picture-server.ts'
import type { Model } from './model.ts'

const { name, program, askedBy, reads } = pictureServer

/** Where what opens strangers' files has more around it than payments at the other end of one network. */
export function picturesFaults({ services, networks }: Model): string[] {
  const container = services[name]
  if (container === undefined) return [`there is no service ${name}`]
  const faults: string[] = []
  const started = container.entrypoint?.join(' ')
  if (started !== `node ${program}`) faults.push(`${name}: is started as ${started ?? 'nothing'}, not as ${program}`)
  if (container.secrets.length > 0) faults.push(`${name}: is shown secrets`)
  if (container.volumes.length > 0) faults.push(`${name}: has volumes`)
  faults.push(
    ...Object.keys(container.environment).flatMap((one) =>
      reads.includes(one) ? [] : [`${name} does not read ${one}`],
    ),
  )
  for (const network of Object.keys(container.networks)) {
    const others = Object.keys(services).filter((one) => one !== name && network in (services[one]?.networks ?? {}))
    if (others.join() !== askedBy) faults.push(`${name}: shares ${network} with ${others.join(', ')}`)
    if (networks[network]?.internal !== true) faults.push(`${name}: has a way out by ${network}`)
  }
  return faults
}
