import { appConfig } from '@kismet/app-kit/build/app-config.ts'
import { defineConfig } from 'vite'

export default defineConfig(
  appConfig({
    sessionKey: 'token',
    language: { key: 'language', catalogues: { hi: 'web/src/words/hi.po' } },
    byAddress: {
      '/auth': { modules: ['web/src/pages/auth-page.tsx'], firstFrameFor: 'visitor' },
      // Nothing is to be seen of it before its connection is there.
      '/casino/aviator': {
        modules: ['web/src/pages/aviator-page.tsx', 'node_modules/socket.io-client/build/esm/index.js'],
        firstFrameFor: 'member',
      },
      '/casino/dice': { modules: ['web/src/pages/dice-page.tsx'], firstFrameFor: 'member' },
      '/casino/mines': { modules: ['web/src/pages/mines-page.tsx'], firstFrameFor: 'member' },
      '/mines-auto': { modules: ['web/src/pages/mines-auto-page.tsx'], firstFrameFor: 'member' },
      '/casino/slots': { modules: ['web/src/pages/slots-page.tsx'], firstFrameFor: 'member' },
      '/deposit': { modules: ['web/src/pages/deposit-page.tsx'], firstFrameFor: 'member' },
      '/withdraw': { modules: ['web/src/pages/withdraw-page.tsx'], firstFrameFor: 'member' },
      '/account-statement': { modules: ['web/src/pages/account-statement-page.tsx'], firstFrameFor: 'member' },
      '/account': { modules: ['web/src/pages/account-page.tsx'], firstFrameFor: 'member' },
      '/safer-play': { modules: ['web/src/pages/safer-play-page.tsx'], firstFrameFor: 'member' },
      '/awaiting-bonus': { modules: ['web/src/pages/awaiting-bonus-page.tsx'], firstFrameFor: 'member' },
      '/fairness': { modules: ['web/src/pages/fairness-page.tsx'], firstFrameFor: 'anyone' },
    },
  }),
)
