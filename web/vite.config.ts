import type { AppPages } from '@kismet/app-kit/build/app-config.ts'
import { appConfig } from '@kismet/app-kit/build/app-config.ts'
import { defineConfig } from 'vite'

/** Each page with its first frame and its limit of weight. */
export const pages: AppPages = {
  sessionKey: 'token',
  language: { key: 'language', catalogues: { hi: 'web/src/words/hi.po' } },
  shell: { modules: ['web/src/main.tsx', 'socket.io-client/build/esm/index.js'], mostKib: 160 },
  byAddress: {
    '/auth': { modules: ['web/src/pages/auth-page.tsx'], firstFrameFor: 'visitor' },
    // The page shows nothing before its socket connects, so its limit includes the socket client.
    '/casino/aviator': {
      modules: ['web/src/pages/aviator-page.tsx', 'node_modules/socket.io-client/build/esm/index.js'],
      firstFrameFor: 'member',
      mostKib: 47,
    },
    '/casino/dice': { modules: ['web/src/pages/dice-page.tsx'], firstFrameFor: 'member', mostKib: 37.5 },
    '/casino/mines': { modules: ['web/src/pages/mines-page.tsx'], firstFrameFor: 'member', mostKib: 37 },
    '/mines-auto': { modules: ['web/src/pages/mines-auto-page.tsx'], firstFrameFor: 'member', mostKib: 34 },
    '/casino/slots': { modules: ['web/src/pages/slots-page.tsx'], firstFrameFor: 'member', mostKib: 34.5 },
    '/deposit': { modules: ['web/src/pages/deposit-page.tsx'], firstFrameFor: 'member' },
    '/withdraw': { modules: ['web/src/pages/withdraw-page.tsx'], firstFrameFor: 'member' },
    '/account-statement': { modules: ['web/src/pages/account-statement-page.tsx'], firstFrameFor: 'member' },
    '/account': { modules: ['web/src/pages/account-page.tsx'], firstFrameFor: 'member' },
    '/safer-play': { modules: ['web/src/pages/safer-play-page.tsx'], firstFrameFor: 'member' },
    '/awaiting-bonus': { modules: ['web/src/pages/awaiting-bonus-page.tsx'], firstFrameFor: 'member' },
    '/fairness': { modules: ['web/src/pages/fairness-page.tsx'], firstFrameFor: 'anyone' },
  },
}

export default defineConfig(appConfig(pages))
