import * as z from "zod";
import { guid } from "../wire-types.ts";

export const endSessionRequest = z.object({ params: z.object({ sessionId: guid }) });
