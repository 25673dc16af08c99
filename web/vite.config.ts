import { appConfig } from '@kismet/app-kit/build/app-config.ts'
import { defineConfig } from 'vite'

export default defineConfig(
  appConfig({
    sessionKey: 'token',
    byAddress: {
      '/auth': { modules: ['web/src/pages/auth-page.tsx'], firstFrameFor: 'visitor' },
      '/casino/dice': { modules: ['web/src/features/dice/dice-game.tsx'], firstFrameFor: 'player' },
      '/casino/slots': { modules: ['web/src/pages/slots-page.tsx'], firstFrameFor: 'player' },
      '/deposit': { modules: ['web/src/pages/deposit-page.tsx'], firstFrameFor: 'player' },
      '/fairness': { modules: ['web/src/pages/fairness-page.tsx'] },
    },
  }),
)
