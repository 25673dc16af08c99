import { streamKeyHeader } from '@kismet/service-kit/http-app'

/** By what services of the tests know their gateway. */
export const streamKey = 'a key of the tests that is long enough'

/** What the gateway says with each stream. */
export const fromGateway: Readonly<Record<string, string>> = { [streamKeyHeader]: streamKey }
