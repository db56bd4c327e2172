import { useEffect, useId, useRef, useState } from 'react';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { useAppDispatch } from '@skein/mfe/store';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { FileDrop, formatBytes } from '@skein/ui/file-drop';
import { Row, Stack } from '@skein/ui/layout';
import { Spinner } from '@skein/ui/button';
import { TabPanel, Tabs } from '@skein/ui/tabs';
import { TextArea } from '@skein/ui/text-area';
import { toasts } from '@skein/ui/toast-store';
import { campaignFormApi } from '../api';
import { formAddress } from '../form-steps';
import { AddLeadForm } from './add-lead-form';
import { FromList } from './from-list';
import { sendFile, type ImportPlace } from './send-file';

/** Where an upload is looked at. */
const addressOf = (target: ImportPlace, { id }: UploadView): string =>
  'campaign_id' in target
    ? formAddress({ id: target.campaign_id, parent_campaign_id: null }, 'import-leads', { upload: String(id) })
    : `/app/leads/lists/${target.list_id}/import?upload=${id}`;

type Way = 'file' | 'paste' | 'one' | 'list';

/** Ways for leads to come in: a file, rows pasted from a sheet, one by one, a list. Pasted rows go the way of a file. */
export function NewImport({
  target,
  usual,
  onUploaded,
}: {
  target: ImportPlace;
  usual: Way;
  onUploaded: (upload: UploadView) => void;
}) {
  const [way, setWay] = useState<Way>(usual);
  const [text, setText] = useState('');
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const dispatch = useAppDispatch();
  const running = useRef<AbortController | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const send = async (content: Blob, name: string) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setSending(`${name}, ${formatBytes(content.size)}`);
    try {
      const upload = await sendFile(content, name, target, controller.signal);
      dispatch(campaignFormApi.util.invalidateTags(['import']));
      // A large file goes on being sent when somebody goes elsewhere meanwhile: they are told, not taken back.
      if (isHere.current) onUploaded(upload);
      else
        toasts.show({
          title: `${name} is here`,
          text: 'Nothing of it is imported yet.',
          duration: 20_000,
          action: { label: 'Look at it', run: () => navigateTo(addressOf(target, upload)) },
        });
    } catch (error) {
      if (problemOf(error).code !== 'ABORTED') setProblem(problemOf(error).message);
    } finally {
      running.current = null;
      setSending(null);
    }
  };
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '').length;
  return (
    <Card title="Import leads">
      <Stack $gap={4}>
        <Tabs
          id={id}
          label="How leads come in"
          value={way}
          onValueChange={(next) => setWay(next as Way)}
          items={[
            { id: 'file', label: 'From a file' },
            { id: 'paste', label: 'Paste rows' },
            { id: 'one', label: 'One by one' },
            ...('campaign_id' in target ? [{ id: 'list', label: 'From a list' }] : []),
          ]}
        />
        <TabPanel id={id} value={way}>
          {way === 'file' && !sending && (
            <FileDrop
              title="Drop a CSV or Excel file"
              hint="CSV or TSV up to 200 MB, Excel (.xlsx) up to 50 MB. Encoding, delimiter and columns are detected; nothing is imported before you have seen it."
              accept={['.csv', '.tsv', '.txt', '.xlsx']}
              maxBytes={200 * 1024 * 1024}
              onFiles={([file]) => {
                if (file) void send(file, file.name);
              }}
            />
          )}
          {way === 'paste' && (
            <Stack $gap={3}>
              <Field
                label="Rows"
                hint="Copy them from a sheet, with the row that names the columns: email, first name, company, and so on."
              >
                <TextArea
                  mono
                  rows={10}
                  value={text}
                  spellCheck={false}
                  onChange={(event) => setText(event.target.value)}
                  placeholder={'email\tfirst_name\tcompany_name\njose@corridorcold.com\tJosé\tCorridor Cold Storage'}
                />
              </Field>
              <Row>
                <Button
                  variant="primary"
                  loading={sending !== null}
                  onClick={() => void send(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'pasted-rows.csv')}
                  {...(lines === 0 ? { disabledReason: 'Paste some rows first' } : {})}
                >
                  Look at{' '}
                  {lines > 0 ? `${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'}` : 'the rows'}
                </Button>
              </Row>
            </Stack>
          )}
          {way === 'one' && <AddLeadForm target={target} />}
          {way === 'list' && 'campaign_id' in target && <FromList campaignId={target.campaign_id} />}
        </TabPanel>
        {sending && (
          <Row role="status" $justify="center" $wrap $pad={way === 'file' ? 8 : 2}>
            <Spinner /> <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>Sending {sending}</span>{' '}
            <Button size="small" onClick={() => running.current?.abort()}>
              Cancel
            </Button>
          </Row>
        )}
        {problem && (
          <Callout tone="danger" role="alert" title="The file was not taken.">
            {problem}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}
