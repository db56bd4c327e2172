interface RestrictedSyntax {
  selector: string;
  message: string;
}

export const noFiguresOfTime: readonly RestrictedSyntax[];
export const noOwnLimits: readonly RestrictedSyntax[];
