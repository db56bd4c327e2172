import { isBlank, readAddresses, refusalOfFile } from './addresses';
import { joinDrafts } from './join-drafts';
import { keepDraft, type DraftState } from './keep-draft';
import type { Draft } from './use-draft';

describe('addresses as people write them', () => {
  it('reads lists, names before addresses and repetitions, and names what is no address', () => {
    expect(readAddresses('Priya Raman <Priya@Alder.test>; jonas@meridian.test, priya@alder.test, nobody')).toEqual({
      addresses: ['priya@alder.test', 'jonas@meridian.test'],
      wrong: ['nobody'],
    });
    expect(readAddresses(' , ;')).toEqual({ addresses: [], wrong: [] });
  });

  it('takes an empty paragraph for nothing', () => {
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

  it('is stored once when the typing pauses, with the newest words', async () => {
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

  it('is not stored any more once it was sent', async () => {
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

  it('says that it was not stored, and is stored with the next change', async () => {
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
});

describe('a reply that comes back', () => {
  const draft = (given: Partial<Draft>): Draft => ({
    ...{ html: '', to_email: 'priya@alder.test', cc: [], bcc: [], subject: 'Re: Dock', attachments: [] },
    ...{ mailbox_id: null, plain_text: null },
    ...given,
  });
  const file = (key: string) => ({ storage_key: key, name: `${key}.pdf`, size: 1, content_type: 'application/pdf' });

  it('is what it was where nothing was written since', () => {
    const undone = draft({ html: '<p>Yes</p>' });
    expect(joinDrafts(undone, null)).toBe(undone);
    expect(joinDrafts(undone, draft({ html: '<p></p>', cc: ['tom@alder.test'] }))).toBe(undone);
  });

  it('stands above the words that were written since, goes to the same people, and has the files of both', () => {
    const undone = draft({ html: '<p>Yes</p>', cc: ['a@alder.test'], attachments: [file('a')] });
    const since = draft({
      html: '<p>And no</p>',
      to_email: 'other@alder.test',
      cc: ['a@alder.test', 'b@alder.test'],
      attachments: [file('a'), file('b')],
    });
    expect(joinDrafts(undone, since)).toEqual({
      ...undone,
      html: '<p>Yes</p><p></p><p>And no</p>',
      cc: ['a@alder.test', 'b@alder.test'],
      attachments: [file('a'), file('b')],
    });
  });
});
