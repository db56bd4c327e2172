/** What the picture may show; everything is off until the person turns it on, but the year itself. */
export interface ShareChoice {
  company: string | null;
  sent: number | null;
  contacted: number | null;
  replied: string | null;
  positive: number | null;
  meetings: number | null;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const number = (count: number) => count.toLocaleString('en-US');

/** The share picture as SVG, 1200 × 630: only the figures that were chosen, never a name that was not. */
export function sharePicture(year: number, choice: ShareChoice): string {
  const figures = [
    choice.positive !== null && [number(choice.positive), 'positive replies'],
    choice.contacted !== null && [number(choice.contacted), 'people contacted'],
    choice.replied !== null && [choice.replied, 'replied'],
    choice.meetings !== null && [number(choice.meetings), 'meeting requests'],
    choice.sent !== null && [number(choice.sent), 'emails sent'],
  ].filter((figure): figure is [string, string] => figure !== false);
  const places = figures.map(([value, label], index) => {
    const x = 80 + (index % 3) * 360;
    const y = 330 + Math.floor(index / 3) * 150;
    return `<text x="${x}" y="${y}" font-size="64" font-weight="700">${escaped(value)}</text><text x="${x}" y="${y + 40}" font-size="26" opacity="0.75">${escaped(label)}</text>`;
  });
  const title = `${year} in review`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="Inter, system-ui, sans-serif" fill="#ffffff">',
    '<rect width="1200" height="630" fill="#1c2b6b"/>',
    `<text x="80" y="130" font-size="34" opacity="0.8">${escaped((choice.company ?? 'Our year').slice(0, 60))}</text>`,
    `<text x="80" y="220" font-size="84" font-weight="700">${title}</text>`,
    ...places,
    '</svg>',
  ].join('');
}

/** The picture as PNG, drawn by this browser; nothing is sent anywhere. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(1200, 630);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 1200;
  canvas.height = 630;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png'),
  );
}
