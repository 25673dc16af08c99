import { secretly, text } from '@kismet/service-kit/env'
import type { Randomness } from '@kismet/service-kit/randomness'
import { z } from 'zod'
import { FolderStore } from './folder-store.ts'
import { fileNameBytes } from './proof-store.ts'
import type { ProofStore } from './proof-store.ts'
import { S3Store } from './s3-store.ts'

export const proofsEnv = {
  PROOFS_DIR: text.describe(
    'The folder with the pictures of proofs, on a volume of its own. Not used with PROOFS_S3_URL.',
  ),
  PROOFS_S3_URL: text
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http URL' }).optional())
    .describe(
      'The URL of a bucket of S3-compatible storage for proofs, with the bucket in the path: `https://s3.example.in/proofs`.',
    ),
  PROOFS_S3_REGION: text.pipe(z.string().default('us-east-1')).describe('The region of the bucket.'),
  PROOFS_S3_KEY_ID: text.describe('The id of the access key of the bucket. Required with PROOFS_S3_URL.'),
  PROOFS_S3_SECRET: secretly(text, 'The secret of the access key of the bucket. Required with PROOFS_S3_URL.'),
}

type ProofsConfig = z.output<z.ZodObject<typeof proofsEnv>>

/** Proofs need a store. */
export function requireProofStore(config: ProofsConfig, issues: z.RefinementCtx): void {
  const { PROOFS_DIR, PROOFS_S3_URL, PROOFS_S3_KEY_ID, PROOFS_S3_SECRET } = config
  const say = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
  if (PROOFS_S3_URL === undefined && PROOFS_DIR === undefined)
    say('PROOFS_DIR', 'proofs need PROOFS_DIR or PROOFS_S3_URL')
  if (PROOFS_S3_URL === undefined) return
  if (PROOFS_S3_KEY_ID === undefined) say('PROOFS_S3_KEY_ID', 'PROOFS_S3_URL needs it')
  if (PROOFS_S3_SECRET === undefined) say('PROOFS_S3_SECRET', 'PROOFS_S3_URL needs it')
}

/** The store of the configuration. @throws Error when files cannot be stored there */
export async function openProofStore(config: ProofsConfig, randomness: Randomness): Promise<ProofStore> {
  const { PROOFS_DIR: folder, PROOFS_S3_URL: url, PROOFS_S3_REGION: region } = config
  const { PROOFS_S3_KEY_ID: accessKeyId = '', PROOFS_S3_SECRET: secretAccessKey = '' } = config
  const store: ProofStore =
    url === undefined ? new FolderStore(folder ?? '') : new S3Store({ url, region, accessKeyId, secretAccessKey })
  // Another replica may start at the same time, so the name is random.
  const probe = randomness.bytes(fileNameBytes).toString('hex')
  await store.put(probe, Buffer.from('probe'))
  await store.delete(probe)
  return store
}
