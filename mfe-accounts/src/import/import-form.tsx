import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mailboxImportFieldNames, type MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody } from '@skein/ui/page-header';
import { ImportColumns } from './import-columns';
import { ImportOptionsCard, noOptions } from './import-options';
import { useStartImport } from './imports.hooks';
import { hasHosts, mappingProblem, withField, type Mapping } from './mapping';

/** What the columns are and what holds for all rows; begins the import. */
export function ImportForm({ found }: { found: MailboxImportView }) {
  const navigate = useNavigate();
  const [mapping, setMapping] = useState<Mapping>(found.mapping);
  const [options, setOptions] = useState(noOptions);
  const [problem, setProblem] = useState<string | null>(null);
  const { start, isStarting, discard, isDiscarding } = useStartImport(found.id);
  const tell = (error: unknown) => setProblem(problemOf(error).message);
  const begin = () => {
    const missing = mappingProblem(mapping);
    setProblem(missing);
    if (missing) return;
    const { tags, ...rest } = options;
    void start({ ...rest, mapping: [...mapping], tag_ids: tags.map((tag) => Number(tag.value)) }).catch(tell);
  };
  const left = found.columns.filter((column) => mapping[column.index] === null).length;
  return (
    <PageBody $well>
      <Stack $gap={4}>
        <Card
          title="Columns"
          detail={
            left === 0
              ? `${counted(found.total, 'row')}`
              : `${counted(found.total, 'row')}, ${counted(left, 'column')} left out`
          }
          padded={false}
        >
          <ImportColumns
            columns={found.columns}
            mapping={mapping}
            names={mailboxImportFieldNames}
            onChange={(index, field) => {
              setProblem(null);
              setMapping(withField(mapping, index, field));
            }}
          />
        </Card>
        <ImportOptionsCard options={options} onChange={setOptions} needsProvider={!hasHosts(mapping)} />
        {problem && (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <Row $gap={2} $justify="end">
          <Button
            variant="ghost"
            loading={isDiscarding}
            onClick={() => void discard().then(() => navigate('/email-accounts/import'), tell)}
          >
            Discard the file
          </Button>
          <Button variant="primary" loading={isStarting} onClick={begin}>
            Connect {counted(found.total, 'mailbox', 'mailboxes')}
          </Button>
        </Row>
      </Stack>
    </PageBody>
  );
}
