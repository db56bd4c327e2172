import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const framesPerSecond = 10;

/** A page that is being filmed. */
export interface Film {
  /** Seconds that were filmed so far. */
  now(): number;
  /** Does something that is not filmed: waiting for a page to load. */
  cut<T>(work: () => Promise<T>): Promise<T>;
  /** Ends it and writes the recording (VP9 in WebM) and its first picture. @returns its length in seconds */
  finish(files: { film: string; poster: string }): Promise<number>;
}

/**
 * Films a page through the browser's own screencast. Every tenth of a second takes the newest picture, so the film runs at the speed of the page
 * however seldom the browser draws. Pictures are kept until the end, because encoding would slow what is filmed.
 */
export async function startFilm(page: Page): Promise<Film> {
  const session = await page.context().newCDPSession(page);
  const pictures: Buffer[] = [];
  let newest: Buffer | null = null;
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    newest = Buffer.from(data, 'base64');
    // The session is over when the page is closed before the answer.
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 });
  let begin = performance.now();
  let isCut = false;
  const now = () => (performance.now() - begin) / 1000;
  const fill = () => {
    if (isCut) return;
    const wanted = Math.floor(now() * framesPerSecond);
    while (newest && pictures.length < wanted) pictures.push(newest);
  };
  const timer = setInterval(fill, 1000 / framesPerSecond / 2);
  return {
    now,
    async cut(work) {
      const at = performance.now();
      isCut = true;
      const done = await work();
      begin += performance.now() - at;
      isCut = false;
      return done;
    },
    async finish({ film, poster }) {
      clearInterval(timer);
      fill();
      await session.send('Page.stopScreencast');
      writeFileSync(poster, pictures[Math.min(pictures.length - 1, framesPerSecond)] as Buffer);
      await encode(pictures, film);
      return pictures.length / framesPerSecond;
    },
  };
}

function encode(pictures: readonly Buffer[], file: string): Promise<void> {
  const options =
    '-y -loglevel error -f image2pipe -c:v mjpeg -i - -c:v libvpx-vp9 -crf 40 -b:v 0 -cpu-used 4 -row-mt 1 -g 50 -pix_fmt yuv420p';
  const encoder = spawn('ffmpeg', ['-framerate', String(framesPerSecond), ...options.split(' '), file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    encoder.on('error', reject);
    encoder.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}.`))));
    for (const picture of pictures) encoder.stdin.write(picture);
    encoder.stdin.end();
  });
}
