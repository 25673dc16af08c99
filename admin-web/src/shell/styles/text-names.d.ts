import type {} from '@kismet/ui/class-names.ts'

declare module '@kismet/ui/class-names.ts' {
  /** The text classes of admin.css. */
  interface TextNames {
    mute: true
    dim: true
    strong: true
    cut: true
    nowrap: true
    desk: true
    phone: true
  }
}
