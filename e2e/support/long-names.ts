/** Names as long as people make them: with spaces, without any, and in other scripts. */
export const long =
  'Heads of procurement and supply-chain operations at mid-sized manufacturers of packaging machinery, Benelux and Nordics, second wave';
export const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

export const nameOf = (number: number) =>
  number % 3 === 0
    ? `${number} ${long}`
    : number % 3 === 1
      ? `${number} ${unbroken}`
      : `${number} العملاء المحتملون 新規見込み客 🚀`;
