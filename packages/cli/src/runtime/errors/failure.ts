/** A command that was not carried out. `message` is for the operator: plain sentences that say what to do. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** 1: refused with a reason. 2: the command was written wrongly. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
  }
}

/** Ends a command with 1 whose answer has been given, and says what is wrong. */
export class AnsweredFailure extends Failure {}
