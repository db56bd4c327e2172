import { Skeleton, useWaited } from '@skein/ui/skeleton';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { styled } from 'styled-components';
import { useArrival } from './arriving';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s-4);
  padding: var(--s-5) var(--s-6);
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-8);
  height: var(--row-two-line);
  border-bottom: 1px solid var(--border);
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s-6);
  height: 52px;
  margin: calc(-1 * var(--s-5)) calc(-1 * var(--s-6)) 0;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  & + & {
    margin-top: calc(-1 * var(--s-4));
    height: 40px;
  }
`;

const Tiles = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(132px, 1fr));
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  & > div {
    display: grid;
    gap: var(--s-3);
    padding: var(--s-4);
  }
`;

const Panes = styled.div<{ $columns: string }>`
  display: grid;
  grid-template-columns: ${({ $columns }) => $columns};
  gap: var(--s-6);
  & > div {
    display: grid;
    align-content: start;
    gap: var(--s-4);
  }
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
    & > div + div {
      display: none;
    }
  }
`;

const Tabs = ({ count }: { count: number }) => (
  <Bar>
    {Array.from({ length: count }, (_, tab) => (
      <Skeleton key={tab} $width={64 + (tab % 3) * 12} />
    ))}
  </Bar>
);

/** Title, tabs, six figures and a chart: a campaign. */
const CampaignShape = () => (
  <>
    <Bar>
      <Skeleton $width={260} $height={20} />
      <Skeleton $width={72} />
    </Bar>
    <Tabs count={6} />
    <FiguresShape />
  </>
);

/** Six figures and a chart. */
const FiguresShape = () => (
  <>
    <Tiles>
      {[0, 1, 2, 3, 4, 5].map((tile) => (
        <div key={tile}>
          <Skeleton $width={72} />
          <Skeleton $width={56} $height={24} />
        </div>
      ))}
    </Tiles>
    <Skeleton $height={240} />
  </>
);

/** What a record is beside what happened to it: a lead. */
const RecordShape = () => (
  <>
    <Bar>
      <Skeleton $width={220} $height={20} />
    </Bar>
    <Panes $columns="minmax(0, 3fr) minmax(0, 2fr)">
      {[0, 1].map((pane) => (
        <div key={pane}>
          <Skeleton $height={160} />
          <Skeleton $height={220} />
        </div>
      ))}
    </Panes>
  </>
);

/** Steps, the editor and what the lead sees: a sequence. */
const EditorShape = () => (
  <Panes $columns="220px minmax(0, 3fr) minmax(0, 2fr)">
    {[3, 1, 1].map((blocks, pane) => (
      <div key={pane}>
        {Array.from({ length: blocks }, (_, block) => (
          <Skeleton key={block} $height={blocks === 3 ? 72 : 380} />
        ))}
      </div>
    ))}
  </Panes>
);

const Fold = styled.div`
  display: grid;
  align-content: center;
  gap: var(--s-2);
  width: 100%;
  max-width: 720px;
  height: 54px;
  margin-inline: auto;
  padding: 0 var(--s-4);
  border: 1px solid var(--border);
  border-radius: var(--r-3);
`;

/** Five folds, each with its name and a line of what is set in it: the setup of a campaign. */
const FormShape = () =>
  [96, 72, 84, 148, 80].map((width) => (
    <Fold key={width}>
      <Skeleton $width={width} />
      <Skeleton $width={width * 2.5} $height={8} />
    </Fold>
  ));

const ListShape = () => (
  <>
    <Skeleton $width={180} $height={24} />
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <Line key={row}>
        <Skeleton $width={16} $height={16} />
        <Skeleton $width={`${28 - (row % 3) * 4}%`} />
        <Skeleton $width="12%" />
        <Skeleton $width="12%" />
        <Skeleton $width="8%" />
      </Line>
    ))}
  </>
);

const shapes = {
  list: ListShape,
  campaign: CampaignShape,
  figures: FiguresShape,
  record: RecordShape,
  editor: EditorShape,
  form: FormShape,
};

/** The shape of the page that comes, shown once the wait has lasted 150 ms: a shorter one shows nothing, so that nothing flashes. */
export function PageSkeleton({
  shape = 'list',
  label = 'Loading',
}: {
  shape?: keyof typeof shapes;
  /** What is awaited, for screen readers. */
  label?: string;
}) {
  const shown = useWaited();
  useArrival();
  if (!shown) return null;
  const Shape = shapes[shape];
  return (
    <Frame role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Shape />
    </Frame>
  );
}
