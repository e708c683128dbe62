/** A command that failed. `message` explains in plain sentences what to do. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** 1: failure with a reason. 2: wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
  }
}

/** Exits with 1 after a command that has printed its result. */
export class AnsweredFailure extends Failure {}
