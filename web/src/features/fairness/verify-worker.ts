import { verifyProof } from '@kismet/fairness'

// One proof in, what it came to out.
self.onmessage = ({ data }: MessageEvent<unknown>) => self.postMessage(verifyProof(data))
