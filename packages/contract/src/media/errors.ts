export const mediaErrors = {
  FILE_NOT_FOUND: { status: 404, message: "There is no file with this id." },
  UPLOAD_URL_INVALID: { status: 403, message: "This upload address was not made by this site, or is too old." },
  UPLOAD_URL_USED: { status: 409, message: "A file was uploaded to this address already." },
  FILE_EMPTY: { status: 400, message: "The file is empty." },
  FILE_TYPE_REFUSED: { status: 415, message: "Files of this kind are not taken." },
  FILE_DAMAGED: { status: 400, message: "The file is cut off, damaged or too large to be shown." },
  IMAGE_SIZE_UNKNOWN: { status: 400, message: "Pictures are not made in this size or format." },
  IMAGE_UNREADABLE: { status: 422, message: "No other size can be made of this file." },
} as const;
