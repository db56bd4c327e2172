import { use, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lazyPage } from '@skein/mfe/lazy-page';
import { useTypingPlace } from '@skein/mfe/typing-place';
import type { EditorHandle } from '@skein/ui/rich-text-editor';
import { toasts } from '@skein/ui/toast-store';
import type { ComposerProps } from '../composer/composer.types';
import { useTakeOver } from '../composer/use-take-over';
import { WritingAhead } from '../composer/writing-ahead';
import { Later } from './later';

/**
 * Writing comes after the list and the thread: neither waits for the code of the composer. It comes with its editor, so
 * that both are there at once.
 */
const Composer = lazyPage<ComposerProps>(async () => {
  const [{ Composer: Loaded }] = await Promise.all([
    import('../composer/composer'),
    import('@skein/ui/rich-text-editor').then(({ loadEditor }) => loadEditor()),
  ]);
  return Loaded;
});

export const preloadComposer = (): void => Composer.preload();

/** Brings the focus back into the text: at once, so that the key that is being pressed is typed there. */
function useFocusText(place: RefObject<HTMLDivElement | null>, editor: RefObject<EditorHandle | null>) {
  return useMemo(
    () => () => {
      if (editor.current) editor.current.focusNow();
      else place.current?.querySelector('textarea')?.focus();
    },
    [place, editor],
  );
}

const forever = new Promise<never>(() => undefined);

/**
 * Suspends until something is known for the first time, as code that is being fetched does: one and the same fallback
 * is shown for both. Never again after that: a conversation that is come back to would wait out of sight for a draft
 * that is only read once it is shown.
 */
function Once({ is, children }: { is: boolean; children: ReactNode }) {
  if (!is) use(forever);
  return children;
}

const nothing = () => undefined;
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const htmlOf = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('');

/** Stores as a draft what was typed for a composer that was left before it was there, and says so where it was to be sent. */
function useKeptWords(
  { enrolmentId, replyTo }: Pick<ComposerProps, 'enrolmentId' | 'replyTo'>,
  typed: string,
  sendAhead: RefObject<boolean>,
) {
  const words = useRef(typed);
  const store = useTakeOver(enrolmentId, replyTo, nothing);
  const latest = useRef(store);
  latest.current = store;
  useEffect(
    () => () => {
      if (words.current.trim() !== '') {
        void latest.current(htmlOf(words.current));
        if (sendAhead.current)
          toasts.show({ tone: 'warning', title: 'Reply not sent', text: 'It was saved as a draft.' });
      }
      words.current = '';
    },
    [sendAhead],
  );
  return words;
}

/**
 * Where an answer is written. What is typed before the composer, its editor or the draft from before is there is kept, and is put
 * after the draft once they are. Until it is closed no single key is a command, if it was asked for or typed in.
 */
export function ReplyPlace({
  draftIsKnown,
  typed = '',
  ...composer
}: Omit<ComposerProps, 'typedAhead' | 'sendAhead' | 'editor'> & {
  draftIsKnown: boolean;
  /** What was typed while the conversation was loading. */ typed?: string | undefined;
}) {
  const sendAhead = useRef(false);
  const words = useKeptWords(composer, typed, sendAhead);
  const [wasKnown, setWasKnown] = useState(draftIsKnown);
  if (draftIsKnown && !wasKnown) setWasKnown(true);
  const place = useRef<HTMLDivElement>(null);
  const [isTouched, setTouched] = useState(false);
  const editor = useRef<EditorHandle>(null);
  const focusText = useFocusText(place, editor);
  useTypingPlace((composer.autoFocus || isTouched) && !composer.isLeaving ? focusText : null);
  const { leadName, onClose } = composer;
  const ahead = composer.autoFocus ? (
    <WritingAhead leadName={leadName} words={words} sendAhead={sendAhead} onClose={onClose} />
  ) : undefined;
  return (
    <div ref={place} style={{ display: 'contents' }} onFocus={() => setTouched(true)}>
      <Later height={180} part="The editor" meanwhile={ahead}>
        {(wasKnown || ahead) && (
          <Once is={wasKnown}>
            <Composer {...composer} typedAhead={words} sendAhead={sendAhead} editor={editor} />
          </Once>
        )}
      </Later>
    </div>
  );
}
