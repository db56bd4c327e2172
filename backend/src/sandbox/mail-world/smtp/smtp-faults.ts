/**
 * Where in a session a fault can strike. `command` is the DATA command, before the body; `data` is after the final dot;
 * `accepted` is after the mail is recorded and before the 250 is sent.
 */
export type SmtpStage = 'connect' | 'login' | 'mail' | 'rcpt' | 'command' | 'data' | 'accepted';

interface SmtpStageContext {
  stage: SmtpStage;
  login: string | null;
  /** The address the stage is about: sender at `mail`, recipient at `rcpt`, else null. */
  address: string | null;
  messageId: string | null;
}

/** What goes wrong: a reply of the fault's choice, a cut connection, or a wait (real milliseconds) before going on. */
export type SmtpFault = { reply: number; text: string } | { drop: true } | { waitMilliseconds: number };

/** Decides for each stage whether a fault strikes; null lets it pass. */
export type SmtpFaultPlan = (context: SmtpStageContext) => SmtpFault | null;
