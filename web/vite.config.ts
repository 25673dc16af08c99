import { appConfig } from '@kismet/app-kit/build/app-config.ts'
import { defineConfig } from 'vite'

export default defineConfig(
  appConfig({
    sessionKey: 'token',
    language: { key: 'language', catalogues: { hi: 'web/src/words/hi.po' } },
    byAddress: {
      '/auth': { modules: ['web/src/pages/auth-page.tsx'], firstFrameFor: 'visitor' },
      '/casino/aviator': { modules: ['web/src/features/aviator/aviator-game.tsx'], firstFrameFor: 'member' },
      '/casino/dice': { modules: ['web/src/features/dice/dice-game.tsx'], firstFrameFor: 'member' },
      '/casino/mines': { modules: ['web/src/features/mines/mines-game.tsx'], firstFrameFor: 'member' },
      '/mines-auto': { modules: ['web/src/features/mines/mines-auto-page.tsx'], firstFrameFor: 'member' },
      '/casino/slots': { modules: ['web/src/pages/slots-page.tsx'], firstFrameFor: 'member' },
      '/deposit': { modules: ['web/src/pages/deposit-page.tsx'], firstFrameFor: 'member' },
      '/fairness': { modules: ['web/src/pages/fairness-page.tsx'] },
    },
  }),
)
