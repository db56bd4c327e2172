import { readAddresses, refusalOfFile } from './addresses';
import { isBlank } from './is-blank';
import { joinDrafts } from './join-drafts';
import { keepDraft, type DraftState } from './keep-draft';
import type { Draft } from './draft.types';

describe('addresses as people write them', () => {
  it('reads lists, names before addresses and repetitions, and names what is no address', () => {
    expect(readAddresses('Priya Raman <Priya@Alder.test>; jonas@meridian.test, priya@alder.test, nobody')).toEqual({
      addresses: ['priya@alder.test', 'jonas@meridian.test'],
      wrong: ['nobody'],
    });
    expect(readAddresses(' , ;')).toEqual({ addresses: [], wrong: [] });
  });

  it('treats empty paragraphs as blank', () => {
    expect(isBlank('<p></p><p> &nbsp;</p>')).toBe(true);
    expect(isBlank('<p>Yes</p>')).toBe(false);
  });

  it('refuses files beyond 15 MB, and beyond 25 MB together', () => {
    const limits = { file: 15, total: 25 };
    expect(refusalOfFile({ name: 'a.pdf', size: 16 }, [], limits)).toBe('a.pdf is larger than 15 MB.');
    expect(refusalOfFile({ name: 'a.pdf', size: 15 }, [{ size: 11 }], limits)).toBe(
      'With a.pdf the files are larger than 25 MB together.',
    );
    expect(refusalOfFile({ name: 'a.pdf', size: 15 }, [{ size: 10 }], limits)).toBeNull();
  });
});

describe('a draft', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is saved once when the typing pauses, with the latest words', async () => {
    const saved: string[] = [];
    const states: DraftState[] = [];
    const draft = keepDraft<string>({
      save: async (words) => {
        saved.push(words);
        return 'at';
      },
      onChange: (state) => states.push(state),
    });
    draft.change('H');
    draft.change('Hi');
    await jest.advanceTimersByTimeAsync(700);
    expect(saved).toEqual(['Hi']);
    expect(states.at(-1)).toBe('saved');
  });

  it('is saved with its latest words although the save before them failed', async () => {
    const saved: string[] = [];
    let fail: () => void = () => undefined;
    const draft = keepDraft<string>({
      save: (words) => {
        saved.push(words);
        return words === 'A'
          ? new Promise((_, reject) => (fail = () => reject(new Error('offline'))))
          : Promise.resolve('at');
      },
      onChange: () => {},
    });
    draft.change('A');
    await jest.advanceTimersByTimeAsync(700);
    draft.change('AB');
    const left = draft.flush();
    fail();
    await left;
    expect(saved).toEqual(['A', 'AB']);
  });

  it('is not saved after it was sent', async () => {
    const saved: string[] = [];
    const draft = keepDraft<string>({
      save: async (words) => {
        saved.push(words);
        return 'at';
      },
      onChange: () => {},
    });
    draft.change('Hi');
    await draft.drop();
    await jest.advanceTimersByTimeAsync(5000);
    expect(saved).toEqual([]);
  });

  it('reports a failed save, and is saved with the next change', async () => {
    const states: DraftState[] = [];
    let fails = true;
    const draft = keepDraft<string>({
      save: async () => {
        if (fails) throw new Error('offline');
        return 'at';
      },
      onChange: (state) => states.push(state),
    });
    draft.change('Hi');
    await jest.advanceTimersByTimeAsync(700);
    expect(states.at(-1)).toBe('failed');
    fails = false;
    draft.change('Hi!');
    await jest.advanceTimersByTimeAsync(700);
    expect(states.at(-1)).toBe('saved');
  });

  it('is saved when it is left, if the save before has failed', async () => {
    const saved: string[] = [];
    let fails = true;
    const draft = keepDraft<string>({
      save: async (words) => {
        if (fails) throw new Error('offline');
        saved.push(words);
        return 'at';
      },
      onChange: () => {},
    });
    draft.change('Hi');
    await jest.advanceTimersByTimeAsync(700);
    fails = false;
    await draft.flush();
    expect(saved).toEqual(['Hi']);
  });

  it('is not tried again when its save fails after it was sent', async () => {
    let tries = 0;
    let fail: (error: Error) => void = () => {};
    const draft = keepDraft<string>({
      save: () => {
        tries += 1;
        return new Promise((_, reject) => (fail = reject));
      },
      onChange: () => {},
    });
    draft.change('Hi');
    await jest.advanceTimersByTimeAsync(700);
    const dropped = draft.drop();
    fail(new Error('offline'));
    await dropped;
    await draft.flush();
    expect(tries).toBe(1);
  });
});

describe('an undone reply', () => {
  const draft = (given: Partial<Draft>): Draft => ({
    ...{ html: '', to_email: 'priya@alder.test', cc: [], bcc: [], subject: 'Re: Dock', attachments: [] },
    ...{ mailbox_id: null, plain_text: null },
    ...given,
  });
  const file = (key: string) => ({ storage_key: key, name: `${key}.pdf`, size: 1, content_type: 'application/pdf' });

  it('is unchanged if nothing was written since', () => {
    const undone = draft({ html: '<p>Yes</p>' });
    expect(joinDrafts(undone, null, [])).toBe(undone);
    expect(joinDrafts(undone, draft({ html: '<p></p>', cc: ['tom@alder.test'] }), [])).toBe(undone);
  });

  it('comes before the words written since, with the files of both, and keeps its recipients', () => {
    const undone = draft({ html: '<p>Yes</p>', cc: ['a@alder.test'], attachments: [file('a')] });
    const since = draft({
      html: '<p>And no</p>',
      to_email: 'other@alder.test',
      cc: ['a@alder.test', 'b@alder.test'],
      attachments: [file('a'), file('b')],
    });
    expect(joinDrafts(undone, since, [])).toEqual({
      ...undone,
      html: '<p>Yes</p><p></p><p>And no</p>',
      cc: ['a@alder.test', 'b@alder.test'],
      attachments: [file('a'), file('b')],
    });
  });

  it('does not copy anyone again who was removed from it: only people added since', () => {
    const undone = draft({ html: '<p>Yes</p>', cc: ['a@alder.test'], bcc: ['x@alder.test'] });
    const since = draft({
      html: '<p>And no</p>',
      cc: ['boss@alder.test', 'a@alder.test', 'new@alder.test'],
      bcc: ['y@alder.test'],
    });
    expect(joinDrafts(undone, since, ['boss@alder.test', 'a@alder.test'])).toMatchObject({
      cc: ['a@alder.test', 'new@alder.test'],
      bcc: ['x@alder.test', 'y@alder.test'],
    });
  });
});
