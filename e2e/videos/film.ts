import { spawn } from 'node:child_process';
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
 * Films a page through the browser's own screencast. Every tenth of a second takes the newest picture, so the film runs
 * at the speed of the page however seldom the browser draws. Pictures are kept until the end, because encoding would
 * slow what is filmed.
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
      const opening = pictures[Math.min(pictures.length - 1, framesPerSecond)] as Buffer;
      await encode([opening], ['-q:v', '5', '-frames:v', '1', poster]);
      await encode(pictures, [...vp9, film]);
      return pictures.length / framesPerSecond;
    },
  };
}

/** VP9 as for a shared screen: text stays sharp, and encoding takes a fifth of the time. */
const vp9 =
  '-c:v libvpx-vp9 -deadline realtime -cpu-used 6 -tune-content screen -crf 36 -b:v 0 -row-mt 1 -g 100 -pix_fmt yuv420p'.split(
    ' ',
  );

/** Below the screen is a dark band as high as two lines of captions, so that they cover nothing. */
const withBand = ['-vf', 'pad=iw:iw*10/16:0:0:color=0x16181d'];

function encode(pictures: readonly Buffer[], output: readonly string[]): Promise<void> {
  const input = ['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(framesPerSecond)];
  const encoder = spawn('ffmpeg', [...input, '-c:v', 'mjpeg', '-i', '-', ...withBand, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    encoder.on('error', reject);
    encoder.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}.`))));
    for (const picture of pictures) encoder.stdin.write(picture);
    encoder.stdin.end();
  });
}
