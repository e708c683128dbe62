import { createContext } from "react";

/** Reports to the form whether a field has uploads that are not stored yet. */
export const UploadingContext = createContext<(key: string, isUploading: boolean) => void>(() => {});
