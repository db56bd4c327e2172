import type { ComponentType } from 'react';
import { Skeleton } from '@skein/ui/skeleton';
import { styled } from 'styled-components';
import { Head, RowsShape } from './first-shapes';

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

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(280px, 1fr));
  gap: var(--s-4);
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
    & > div + div,
    & > [data-beside] {
      display: none;
    }
    & > [data-beside] + div {
      display: grid;
    }
  }
`;

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

/** What a record is next to what happened to it. */
const RecordShape = () => (
  <Panes $columns="minmax(0, 3fr) minmax(0, 2fr)">
    {[0, 1].map((pane) => (
      <div key={pane}>
        <Skeleton $height={160} />
        <Skeleton $height={220} />
      </div>
    ))}
  </Panes>
);

const CardsShape = () => (
  <Cards>
    {[0, 1, 2, 3, 4, 5].map((card) => (
      <Skeleton key={card} $height={132} />
    ))}
  </Cards>
);

/** The list of sections, and the form of one. */
const SectionsShape = () => (
  <Panes $columns="200px minmax(0, 1fr)">
    <div data-beside="">
      {[0, 1, 2, 3, 4, 5, 6].map((section) => (
        <Skeleton key={section} $width={88 + (section % 3) * 24} />
      ))}
    </div>
    <div>
      <Skeleton $height={160} />
      <Skeleton $height={220} />
    </div>
  </Panes>
);

const page = (Inside: ComponentType, head?: { tabs?: number; action?: boolean }) =>
  function Page() {
    return (
      <>
        <Head {...head} />
        <Inside />
      </>
    );
  };

export const laterShapes = {
  figures: FiguresShape,
  editor: EditorShape,
  form: FormShape,
  'tabbed-list': page(RowsShape, { tabs: 6 }),
  'figures-page': page(FiguresShape, { tabs: 5, action: false }),
  campaign: page(FiguresShape, { tabs: 6 }),
  record: page(RecordShape),
  cards: page(CardsShape, { tabs: 3, action: false }),
  sections: page(SectionsShape, { action: false }),
  'form-page': page(FormShape),
  'editor-page': page(EditorShape, { tabs: 5 }),
};
