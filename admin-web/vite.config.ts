import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const proxy = {
  '/api': { target: gateway, changeOrigin: false },
  '/socket.io': { target: gateway, changeOrigin: false, ws: true },
}

/** Nothing is inlined: the Content-Security-Policy lets in files of this origin only. */
export default defineConfig({
  plugins: [react()],
  build: { target: 'es2024', assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false },
  server: { proxy, fs: { allow: ['..'] } },
  preview: { proxy },
})
