/**
 * A token as `#rrggbb`: the drawing library computes with hex values and knows neither variables nor colour mixing, so the
 * browser resolves the token on a probe and a canvas turns the result into bytes.
 */
export function createColorResolver(): (token: string) => string {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  const resolve = (token: string) => {
    const before = known.get(token);
    if (before) return before;
    probe.style.color = `var(--${token})`;
    const color = getComputedStyle(probe).color;
    if (!context) return color;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    known.set(token, hex);
    return hex;
  };
  queueMicrotask(() => probe.remove());
  return resolve;
}
