/** Where a plane was when it crashed: rays to a radius around it, in CSS pixels. */
export function paintBurst(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.save()
  context.translate(x, y)
  context.strokeStyle = '#ffb0a4'
  context.lineCap = 'round'
  for (let ray = 0; ray < 12; ray++) {
    const angle = (ray * Math.PI) / 6 + 0.2
    const reach = radius * (ray % 2 === 1 ? 1 : 0.72)
    context.lineWidth = ray % 2 === 1 ? 2.4 : 1.5
    context.beginPath()
    context.moveTo(Math.cos(angle) * radius * 0.42, Math.sin(angle) * radius * 0.42)
    context.lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach)
    context.stroke()
  }
  context.fillStyle = '#fff1e6'
  context.beginPath()
  context.arc(0, 0, radius * 0.13, 0, 7)
  context.fill()
  context.restore()
}
