import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { FileDrop } from '@skein/ui/file-drop';
import { Row, Stack } from '@skein/ui/layout';
import { Spinner } from '@skein/ui/button';
import { TabPanel, Tabs } from '@skein/ui/tabs';
import { AddLeadForm } from './add-lead-form';
import { FromList } from './from-list';
import { placeOf, type ImportPlace } from './send-file';
import { keepInTab, useKeptInTab } from '@skein/mfe/kept-in-tab';
import { useSending } from './sending.hooks';
import { PasteRows } from './paste-rows';

const ways = ['file', 'paste', 'one', 'list'] as const;
type Way = (typeof ways)[number];

/**
 * Ways for leads to come in: a file, rows pasted from a sheet, one by one, a list. Pasted rows go the way of a file,
 * and a reload keeps them until then.
 */
export function NewImport({
  target,
  usual,
  onUploaded,
}: {
  target: ImportPlace;
  usual: Way;
  onUploaded: (upload: UploadView) => void;
}) {
  const place = placeOf(target);
  const [way, setWay] = useKeptInTab<Way>(`${place}-way`, usual, (kept) => ways.find((each) => each === kept));
  const [text, setText] = useKeptInTab(`${place}-rows`, '', (kept) => (typeof kept === 'string' ? kept : undefined));
  const { sending, problem, id, running, send } = useSending(target, (upload) => {
    for (const part of ['way', 'rows']) keepInTab(`${place}-${part}`, null);
    onUploaded(upload);
  });
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '').length;
  return (
    <Card title="Import leads">
      <Stack $gap={4}>
        <Tabs
          id={id}
          label="How to add leads"
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
          {way === 'paste' && <PasteRows text={text} setText={setText} sending={sending} send={send} lines={lines} />}
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
          <Callout tone="danger" role="alert" title="The file was not accepted.">
            {problem}
          </Callout>
        )}
      </Stack>
    </Card>
  );
}
