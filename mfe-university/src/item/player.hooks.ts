import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { ItemDetail } from '@skein/contracts/university/library';
import { pageConnection } from '@skein/mfe/page-connection';
import { universityChoiceChanged } from '@skein/mfe/slices/university';
import { useAppDispatch, useAppStore } from '@skein/mfe/store';
import { placeCaptions } from './caption-place';
import { chapterAt, resumeAt } from './player-time';

export type Recording = NonNullable<ItemDetail['video']>;

/** Seconds between two notes of the position. */
const noteEvery = 3;

/** What the player does: resumes, notes the position on this device, follows chapters, and tells the end. */
export function usePlayer({ slug, video, onEnd }: { slug: string; video: Recording; onEnd: () => void }) {
  const ref = useRef<HTMLVideoElement>(null);
  const noted = useRef(0);
  const store = useAppStore();
  const dispatch = useAppDispatch();
  const [chapter, setChapter] = useState(0);
  const keep = (seconds: number) => {
    noted.current = seconds;
    const { progress } = store.getState().university;
    dispatch(universityChoiceChanged({ progress: { ...progress, [slug]: Math.floor(seconds) } }));
  };
  useEffect(() => {
    const film = ref.current;
    if (!film) return undefined;
    const place = () => placeCaptions(film);
    place();
    const track = film.querySelector('track');
    track?.addEventListener('load', place);
    // Full screen is another size too.
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
    observer?.observe(film);
    return () => {
      track?.removeEventListener('load', place);
      observer?.disconnect();
    };
  }, [slug]);
  return {
    ref,
    chapter,
    address: (path: string) => `${pageConnection().baseUrl('university')}${path}`,
    jump: (at: number) => {
      const film = ref.current;
      if (!film) return;
      film.currentTime = at;
      // Refused where the browser wants a press on the film itself; the position is set all the same.
      void film.play()?.catch(() => undefined);
    },
    events: {
      onLoadedMetadata: ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => {
        film.currentTime = resumeAt(store.getState().university.progress[slug], film.duration);
      },
      onTimeUpdate: ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => {
        setChapter(chapterAt(video.chapters, film.currentTime));
        if (Math.abs(film.currentTime - noted.current) >= noteEvery) keep(film.currentTime);
      },
      onPause: ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => keep(film.currentTime),
      onEnded: () => {
        keep(0);
        onEnd();
      },
    },
  };
}
